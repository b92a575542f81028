"""For tests against a sandbox, in which no money moves."""

from contextlib import closing

import httpx2

from ._client import TIMEOUT_SECONDS
from ._generated.models import CreatedCheckout, PaymentMethod
from .errors import UnexpectedAnswerError


def pay_in_sandbox(checkout: CreatedCheckout, *, payment_method: PaymentMethod = "GCASH") -> str:
    """Pays a checkout as its buyer does, on the pages that a browser would show.

    It fills in no field of the page: not where the event asks for consent, or requires names or answers.
    Returns the address where the browser ends: your `success_url` with `checkout_id` and `order_id`.
    """
    with closing(httpx2.Client(timeout=TIMEOUT_SECONDS)) as browser:
        page = httpx2.URL(checkout["checkout_url"])
        after = _redirect(browser.post(f"{page}/pay", data={"payment_method": payment_method}))
        if "checkout_id" in after.params:
            # A checkout that costs nothing is confirmed at once.
            return str(after)
        if (after.scheme, after.netloc) != (page.scheme, page.netloc):
            raise UnexpectedAnswerError(f"{after.host} is not the sandbox: it takes real payments", status=303)
        back = _redirect(browser.post(after, data={"outcome": "authorize"}))
        return str(_redirect(browser.get(back)))


def _redirect(response: httpx2.Response) -> httpx2.URL:
    if not response.has_redirect_location:
        raise UnexpectedAnswerError(
            f"{response.request.url} answered {response.status_code} without a redirect: is it the sandbox?",
            status=response.status_code,
        )
    return response.request.url.join(response.headers["location"])
