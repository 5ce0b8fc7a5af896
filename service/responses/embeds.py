"""The code by which a site shows a replay."""

from typing import Literal

from typing_extensions import TypedDict


class OembedJson(TypedDict):
    """A replay as oEmbed 1.0 describes it."""

    type: Literal["rich"]
    version: Literal["1.0"]
    provider_name: str
    provider_url: str
    title: str
    html: str
    """The code of a frame."""
    width: int
    height: int
    thumbnail_url: str
    thumbnail_width: int
    thumbnail_height: int
    cache_age: int
    """For how many seconds it may be kept."""
