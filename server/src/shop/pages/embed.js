/*
 * Shows a page of a Takilya shop in another website: <takilya-event src="https://…/shop/…"></takilya-event>.
 * Without this script, and where the site is not on the organizer's list, the content of the element is shown: a link.
 */
(() => {
  /** For a slow phone. An answer that comes later still counts. */
  const WAIT_MS = 15_000;
  /** A page that may be here has sent its height before it is loaded. */
  const REFUSED_MS = 1_000;
  /** Until the page says how high it is, and where it runs no scripts. */
  const FIRST_HEIGHT = '640px';

  /** Which link brought the visitor to the website: the page in the frame keeps it with the order. */
  const NAMES_OF_LINK = ['utm_source', 'utm_medium', 'utm_campaign', 'ref'];

  function pageOf(element) {
    try {
      const url = new URL(element.getAttribute('src'));
      for (const name of NAMES_OF_LINK) {
        const value = new URLSearchParams(location.search).get(name);
        if (value && !url.searchParams.has(name)) url.searchParams.set(name, value);
      }
      return /^https?:$/.test(url.protocol) ? url : undefined;
    } catch {
      return undefined;
    }
  }

  class TakilyaEvent extends HTMLElement {
    static observedAttributes = ['src'];

    #url;
    #frame;
    #fallback;
    #pages = 0;
    #loads = 0;
    #isOpen = false;
    #timer;

    connectedCallback() {
      this.#isOpen = true;
      this.#url = pageOf(this);
      if (!this.#url) return this.shadowRoot?.replaceChildren(document.createElement('slot'));
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      this.#pages = this.#loads = 0;
      this.style.display = 'block';
      this.#fallback = document.createElement('slot');
      this.#fallback.append(this.#link());
      this.#frame = document.createElement('iframe');
      Object.assign(this.#frame, { src: this.#url.href, title: this.title || 'Tickets' });
      Object.assign(this.#frame.style, { border: '0', width: '100%', height: FIRST_HEIGHT });
      this.#frame.addEventListener('load', () => {
        this.#loads += 1;
        setTimeout(() => this.#check(), REFUSED_MS);
      });
      window.addEventListener('message', this);
      root.replaceChildren(this.#frame, this.#fallback);
      this.#show(true);
      this.#timer = setTimeout(() => this.#check(1), WAIT_MS);
    }

    disconnectedCallback() {
      this.#isOpen = false;
      clearTimeout(this.#timer);
      window.removeEventListener('message', this);
      this.shadowRoot?.replaceChildren();
    }

    /** A website may show another event in the same element. Before it is connected there is nothing to change. */
    attributeChangedCallback(_name, before, after) {
      if (!this.#isOpen || before === after) return;
      this.disconnectedCallback();
      this.connectedCallback();
    }

    /** Only messages of the page in this very frame count. */
    handleEvent({ source, origin, data }) {
      if (source !== this.#frame.contentWindow || origin !== this.#url.origin) return;
      if (!data?.takilya || !(data.height > 0)) return;
      this.#frame.style.height = `${Math.ceil(data.height)}px`;
      if (data.takilya !== 'page') return;
      this.#pages += 1;
      this.#show(true);
      // The next page begins at its top, as in a window.
      if (this.#pages > 1 && this.#frame.getBoundingClientRect().top < 0) this.#frame.scrollIntoView();
    }

    /** Each page that was loaded should have sent a message: browsers show refused ones as an empty page. */
    #check(least = this.#loads) {
      if (this.isConnected && this.#pages < least) this.#show(false);
    }

    #show(isFramed) {
      this.#frame.style.display = isFramed ? 'block' : 'none';
      this.#fallback.style.display = isFramed ? 'none' : 'contents';
    }

    /** For an element without content. */
    #link() {
      const link = document.createElement('a');
      return Object.assign(link, { href: this.#url.href, target: '_blank', rel: 'noopener', textContent: 'Tickets' });
    }
  }

  if (!customElements.get('takilya-event')) customElements.define('takilya-event', TakilyaEvent);
})();
