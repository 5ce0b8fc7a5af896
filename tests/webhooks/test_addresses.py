"""Allowed receivers of webhooks, address by address and URL by URL."""

from ipaddress import ip_address

import pytest

from service.webhooks.addresses import (
    BadUrl,
    Target,
    is_allowed,
    is_internet,
    read_networks,
    read_url,
)

INTERNET = (
    "1.1.1.1",
    "8.8.8.8",
    "93.184.215.14",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "100.63.255.255",
    "100.128.0.1",
    "223.255.255.254",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
)
ELSEWHERE = (
    *("0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1"),  # noqa: S104
    "100.100.100.200",
    *("127.0.0.1", "127.255.255.254", "169.254.0.1", "169.254.169.254", "172.16.0.1"),
    *("172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.0.1"),
    *("198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "168.63.129.16"),
    *("224.0.0.1", "224.0.1.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
    *("::", "::1", "::2", "::7f00:1", "::ffff:0:127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
    *("::ffff:169.254.169.254", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1"),
    *("2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:2::1", "2001:10::1", "2001:20::1"),
    *("2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "4000::1", "5f00::1"),
    *("fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "ff0e::1", "8000::1"),
)
PUBLIC = Target("https", "cards.example", 443, "/")


@pytest.mark.parametrize("text", INTERNET)
def test_the_internet_is_reached(text: str) -> None:
    assert is_internet(ip_address(text))
    assert is_allowed(ip_address(text), PUBLIC, allowed=())


@pytest.mark.parametrize("text", ELSEWHERE)
def test_nothing_else_is(text: str) -> None:
    assert not is_internet(ip_address(text))
    assert not is_allowed(ip_address(text), PUBLIC, allowed=())


def test_settings_allow_networks_with_everything_in_them() -> None:
    inside = Target("http", "inside", 8080, "/")
    for networks, address in (
        ("10.0.0.0/8", "10.1.2.3"),
        ("127.0.0.0/8, ::1/128", "127.0.0.1"),
        ("127.0.0.0/8,::1/128", "::1"),
        ("127.0.0.0/8", "::ffff:127.0.0.1"),
        ("fd00::/8", "fd00:ec2::254"),
    ):
        allowed = read_networks(networks)
        assert is_allowed(ip_address(address), inside, allowed=allowed)
        assert not is_allowed(ip_address("169.254.169.254"), inside, allowed=allowed)


@pytest.mark.parametrize(
    ("url", "networks"),
    [
        ("http://127.0.0.1:3000/", ""),
        ("http://127.0.0.1:3000/", "10.0.0.0/8"),
        ("https://localhost/", ""),
        ("http://app:8080/", ""),
    ],
)
def test_a_refusal_says_how_to_receive_elsewhere(url: str, networks: str) -> None:
    with pytest.raises(BadUrl, match=r"^form-url$"):
        read_url(url, allowed=read_networks(networks))


@pytest.mark.parametrize(("scheme", "port"), [("http", 80), ("http", 443), ("https", 25)])
def test_receivers_on_the_internet_need_https_on_its_ports(scheme: str, port: int) -> None:
    target = Target(scheme, "cards.example", port, "/")
    allowed = read_networks("10.0.0.0/8")
    assert not is_allowed(ip_address("8.8.8.8"), target, allowed=allowed)
    assert is_allowed(ip_address("10.0.0.1"), target, allowed=allowed)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://cards.example", Target("https", "cards.example", 443, "/")),
        ("https://Cards.Example/a?b=c", Target("https", "cards.example", 443, "/a?b=c")),
        ("https://cards.example?b=/@:", Target("https", "cards.example", 443, "/?b=/@:")),
        ("https://a.b-c.xn--p1ai:8443/", Target("https", "a.b-c.xn--p1ai", 8443, "/")),
        ("https://10.example/", Target("https", "10.example", 443, "/")),
    ],
)
def test_a_url_is_read(url: str, target: Target) -> None:
    assert read_url(url) == target
    assert read_url(url, allowed=read_networks("10.0.0.0/8")) == target


NEVER = (
    "",
    "cards.example",
    "ftp://cards.example/",
    "https:///path",
    "https://user@cards.example/",
    "https://user:password@cards.example/",
    "https://cards.example/#fragment",
    "https://cards.example\\@10.0.0.1/",
    "https://cards.example /",
    "https://cards.example/\n",
    "https://cards.example/\r\nHost: other",
    "https://cards.example:0/",
    "https://cards.example:65536/",
    "https://cards.example:/",
    "https://cärds.example/",
    "https://cards。example/",
    "https://[::1/",
    "https://[fe80::1%25eth0]/",
    "https://[10.0.0.1]/",
    "https://::1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:169.254.169.254]/",
    "https://" + "a" * 2_000 + ".example/",
    "HTTPS://cards.example/",
)
ONLY_INSIDE = (
    "http://cards.example/",
    "https://cards.example:8080/",
    "https://localhost/",
    "https://cards.example./",
    "https://-cards.example/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://127.1/",
    "http://my_service:8000/",
)


@pytest.mark.parametrize("url", NEVER)
def test_an_invalid_receiver_url_is_refused(url: str) -> None:
    for networks in ("", "10.0.0.0/8"):
        with pytest.raises(BadUrl):
            read_url(url, allowed=read_networks(networks))


@pytest.mark.parametrize("url", ONLY_INSIDE)
def test_other_names_and_ports_are_for_allowed_networks(url: str) -> None:
    """The address that they resolve to is checked when it is connected to."""
    with pytest.raises(BadUrl):
        read_url(url)
    assert read_url(url, allowed=read_networks("10.0.0.0/8")).scheme in url


def test_an_address_stands_in_a_url_only_inside() -> None:
    allowed = read_networks("10.0.0.0/8,fd00::/8")
    assert read_url("http://10.0.0.1:81/x", allowed=allowed) == Target("http", "10.0.0.1", 81, "/x")
    target = read_url("https://[FD00::1]:444/", allowed=allowed)
    assert target == Target("https", "fd00::1", 444, "/")
    assert target.authority == "[fd00::1]:444"
    for outside in ("https://127.0.0.1/", "https://[::1]/", "https://8.8.8.8/"):
        with pytest.raises(BadUrl):
            read_url(outside)
