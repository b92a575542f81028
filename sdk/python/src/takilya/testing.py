"""For tests against a sandbox, in which no money moves."""

from contextlib import closing

import httpx2

from ._client import TIMEOUT_SECONDS
from ._generated.models import CreatedCheckout, PaymentMethod
from .errors import UnexpectedAnswerError


def pay_in_sandbox(checkout: CreatedCheckout, *, payment_method: PaymentMethod = "GCASH") -> str:
    """Pays a checkout as its buyer does, on the pages that a browser would show.

    Returns the address where the browser ends: your `success_url` with `checkout_id` and `order_id`.
    """
    with closing(httpx2.Client(timeout=TIMEOUT_SECONDS)) as browser:
        sandbox = _redirect(browser.post(f"{checkout['checkout_url']}/pay", data={"payment_method": payment_method}))
        back = _redirect(browser.post(sandbox, data={"outcome": "authorize"}))
        return _redirect(browser.get(back))


def _redirect(response: httpx2.Response) -> str:
    if not response.has_redirect_location:
        raise UnexpectedAnswerError(
            f"{response.request.url} answered {response.status_code} without a redirect: is it the sandbox?",
            status=response.status_code,
        )
    return str(response.request.url.join(response.headers["location"]))
