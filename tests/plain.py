"""Requests without TLS, and with patience.

httpx would load all certificates for each, 20 to 40 ms of CPU time, and give up after five seconds.
"""

from functools import partial
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Final

import httpx

WITHOUT_CERTIFICATES: Final = SSLContext(PROTOCOL_TLS_CLIENT)
SECONDS: Final = 30

Client: Final = partial(httpx.Client, verify=WITHOUT_CERTIFICATES, timeout=SECONDS)
get: Final = partial(httpx.get, verify=WITHOUT_CERTIFICATES, timeout=SECONDS)
post: Final = partial(httpx.post, verify=WITHOUT_CERTIFICATES, timeout=SECONDS)
request: Final = partial(httpx.request, verify=WITHOUT_CERTIFICATES, timeout=SECONDS)
stream: Final = partial(httpx.stream, verify=WITHOUT_CERTIFICATES, timeout=SECONDS)
