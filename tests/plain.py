"""Requests without TLS. httpx would load all certificates for each: 20 to 40 ms of CPU time."""

from functools import partial
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Final

import httpx

WITHOUT_CERTIFICATES: Final = SSLContext(PROTOCOL_TLS_CLIENT)

Client: Final = partial(httpx.Client, verify=WITHOUT_CERTIFICATES)
get: Final = partial(httpx.get, verify=WITHOUT_CERTIFICATES)
post: Final = partial(httpx.post, verify=WITHOUT_CERTIFICATES)
request: Final = partial(httpx.request, verify=WITHOUT_CERTIFICATES)
stream: Final = partial(httpx.stream, verify=WITHOUT_CERTIFICATES)
