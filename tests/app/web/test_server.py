"""Pages are loaded once."""

import pytest

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("address", ["/", "/static/main.js", "/api/catalog"])
def test_what_a_browser_has_is_not_sent_again(client, address):
    first = client.http.get(address)
    again = client.http.get(address, headers={"if-none-match": first.headers["etag"]})
    another = client.http.get(address, headers={"if-none-match": 'W/"0123456789abcdef"'})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert another.content == first.content
