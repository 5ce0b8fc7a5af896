import pytest

pytest.register_assert_rewrite(
    *(f"tests.laws.{name}" for name in ("knowledge", "zones", "moves", "records", "texts"))
)
