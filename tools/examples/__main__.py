"""Record the examples of the contract: ``python -m tools.examples``, or `make examples`."""

import logging

from service.logs import set_up
from tests import servers
from tools.examples.files import files, record

if __name__ == "__main__":
    set_up(level="critical", form="console")
    logging.disable()  # the script sends two thousand requests
    servers.open_session()
    try:
        for path, text in files(record(servers.embedded_database())).items():
            path.write_text(text, "utf-8")
    finally:
        servers.close_session()
