// Made by `npm run dashboard:types` from the server's OpenAPI document. Do not edit.

type Nothing = { query?: never; header?: never; path?: never; cookie?: never };
type Answer<Content> = { headers: Record<string, unknown>; content: Content };
type Failure = Answer<{ 'application/json': Schemas['ErrorResponse'] }>;
type Schemas = components['schemas'];

export interface components {
  schemas: {
    /** The member, key or program that made a change. */
    Actor: {
      kind: Schemas['ActorKind'];
      id: string | null;
      name: string | null;
    };
    /** Author of a change. operator: the command line; system: the service itself. */
    ActorKind: 'user' | 'key' | 'operator' | 'system';
    /** An API key, without the key. */
    ApiKey: {
      id: string;
      name: string;
      scopes: Schemas['Scope'][];
      /** The end of the key, to recognize it by. */
      last_four: string;
      created_at: string;
      expires_at: string | null;
      /** To the minute. */
      last_used_at: string | null;
      revoked_at: string | null;
    };
    /** An API key to create. */
    ApiKeyInput: {
      name: string;
      scopes: Schemas['Scope'][];
      /** Absent or null: it works until it is revoked. Years 1900 to 9998. */
      expires_at?: string | null;
    };
    /** API keys, newest first, a page of them. */
    ApiKeyList: {
      api_keys: Schemas['ApiKey'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    ApiKeyListResponse: {
      data: Schemas['ApiKeyList'];
    };
    /** A seat that a buyer holds or has bought. */
    AssignedSeat: {
      section: string;
      row: string;
      seat: number;
      label: string;
    };
    /** A ticket of an event and its attendee. */
    Attendee: {
      ticket_id: string;
      ticket_number: string;
      status: Schemas['AttendeeStatus'];
      checked_in_at: string | null;
      customer: Schemas['Customer'];
      /** The person the ticket is for; null: the customer. */
      attendee: Schemas['NamedAttendee'] | null;
      tier: Schemas['PurchasedTier'];
      section: string | null;
      row: string | null;
      seat: number | null;
      /** Of the valid code: offline doors refuse other revisions. */
      revision: number;
    };
    /** Whether the hosted page asks for a name and e-mail address for each ticket. */
    AttendeeDetails: 'none' | 'optional' | 'required';
    /** The person a ticket is for. Omitted fields are the customer’s. */
    AttendeeInput: {
      /** Full name */
      name?: string | null;
      email?: string | null;
    };
    /** A page of attendees in order of purchase. */
    AttendeeList: {
      event: Schemas['EventReference'];
      attendees: Schemas['Attendee'][];
      meta: Schemas['AttendeePageMeta'];
    };
    /** An answer. */
    AttendeeListResponse: {
      data: Schemas['AttendeeList'];
    };
    /** The person a ticket is for, by name only. */
    AttendeeName: {
      name: string;
    };
    /** The page of the list. */
    AttendeePageMeta: {
      /** This page, from 1. */
      page: number;
      /** Attendees on all pages. */
      total: number;
      /** true when further pages exist */
      has_more: boolean;
    };
    /** The status of an attendee’s ticket. checked_in is called used in tickets. */
    AttendeeStatus: 'valid' | 'checked_in' | 'refunded' | 'cancelled';
    /** A page of changes, newest first. */
    AuditLog: {
      changes: Schemas['AuditLogEntry'][];
      meta: Schemas['PageMeta'];
    };
    /** A recorded change and its author. */
    AuditLogEntry: {
      id: string;
      at: string;
      actor: Schemas['Actor'];
      /** What was changed, and how: `event.updated`, `ticket.checked_in` … */
      action: string;
      /** What was changed: an id, or the name of a provider. */
      subject_id: string;
      /** Values before; null: created. */
      before: Schemas['ChangedFields'] | null;
      /** Values after; null: deleted. */
      after: Schemas['ChangedFields'] | null;
    };
    /** An answer. */
    AuditLogResponse: {
      data: Schemas['AuditLog'];
    };
    /** A row and its blocked seats. */
    BlockedSeats: {
      section_id: string;
      section: string;
      row: string;
      /** Every seat of the row that is blocked now, in physical order. */
      blocked: number[];
    };
    /** An answer. */
    BlockedSeatsResponse: {
      data: Schemas['BlockedSeats'];
    };
    /** Fields as the API shows them, by name. */
    ChangedFields: Record<string, unknown>;
    /** A ticket whose holder was admitted. */
    CheckedInTicket: {
      id: string;
      /** used. */
      status: Schemas['TicketStatus'];
      checked_in_at: string;
      event: Schemas['EventReference'];
      customer: Schemas['CustomerName'];
      /** The person the ticket is for, if it is not the customer. */
      attendee: Schemas['AttendeeName'] | null;
    };
    /** An answer. */
    CheckedInTicketResponse: {
      data: Schemas['CheckedInTicket'];
    };
    /** A checkout: the places held or bought, and their price. */
    Checkout: {
      checkout_id: string;
      status: Schemas['CheckoutStatus'];
      event_id: string;
      tier_id: string;
      section_id: string | null;
      quantity: number;
      /** PHP, before discount */
      subtotal: number;
      /** PHP */
      discount: number;
      /** PHP, to be paid */
      total_amount: number;
      expires_at: string;
      /** Held or bought; empty once the hold ended. */
      assigned_seats: Schemas['AssignedSeat'][];
      /** The known attendees, in the order of the tickets. */
      attendees: Schemas['NamedAttendee'][];
      order_id: string | null;
      ticket_ids: string[];
      /** Once completed: the page of the tickets. Null below `manage`. */
      tickets_url: string | null;
    };
    /** The places to hold, the buyer, and where the browser goes afterwards. */
    CheckoutInput: {
      event_id: string;
      /** The default tier when omitted. */
      tier_id?: string | null;
      /** Required for a seated event, refused for any other. */
      section_id?: string | null;
      quantity: number;
      customer: Schemas['CustomerInput'];
      /** Language of the page and e-mails until the buyer chooses another. Default: that of the browser. */
      language?: Schemas['Language'] | null;
      /** Attendees in the order of the tickets. Omitted ones are the customer. The page also asks if the event does. */
      attendees?: Schemas['AttendeeInput'][] | null;
      /** Can also be entered on the page. */
      promo_code?: string | null;
      /** Where the browser goes after payment, with checkout_id and order_id in its query. */
      success_url: string;
      /** Link on the page for buyers who change their mind. */
      cancel_url?: string | null;
    };
    /** A page of checkouts, newest first. */
    CheckoutList: {
      checkouts: Schemas['ListedCheckout'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    CheckoutListResponse: {
      data: Schemas['CheckoutList'];
    };
    /** An answer. */
    CheckoutResponse: {
      data: Schemas['Checkout'];
    };
    /** open and processing hold places; processing: money is on its way. completed: paid, or confirmed when it is free. */
    CheckoutStatus: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
    /** Something that needs the attention of the organizer. */
    Concern: {
      kind: Schemas['ConcernKind'];
      /** 1 for what is told one by one */
      count: number;
      /** Of the webhook or event */
      id: string | null;
      /** The address of a webhook, the title of an event, or the provider */
      name: string | null;
      /** Since when; of a draft, when it starts */
      since: string | null;
    };
    /** What needs attention. */
    ConcernKind:
      | 'no_payment_account'
      | 'payments_in_test_mode'
      | 'refunds_failed'
      | 'mails_failed'
      | 'webhook_disabled'
      | 'webhook_failing'
      | 'draft_starts_soon';
    /** What a buyer agreed to on the hosted page, word for word. */
    Consent: {
      text: string;
      given_at: string;
    };
    /** A new API key. */
    CreatedApiKey: {
      id: string;
      name: string;
      scopes: Schemas['Scope'][];
      /** The end of the key, to recognize it by. */
      last_four: string;
      created_at: string;
      expires_at: string | null;
      /** To the minute. */
      last_used_at: string | null;
      revoked_at: string | null;
      /** Shown only once. */
      key: string;
    };
    /** An answer. */
    CreatedApiKeyResponse: {
      data: Schemas['CreatedApiKey'];
    };
    /** A checkout that holds its places. */
    CreatedCheckout: {
      checkout_id: string;
      /** The hosted page to send the buyer to. */
      checkout_url: string;
      /** Until then the places are held. */
      expires_at: string;
      /** Seated events only. */
      assigned_seats?: Schemas['AssignedSeat'][];
    };
    /** An answer. */
    CreatedCheckoutResponse: {
      data: Schemas['CreatedCheckout'];
    };
    /** The buyer. */
    Customer: {
      name: string;
      email: string;
    };
    /** The buyer. Tickets are sent to the e-mail address. */
    CustomerInput: {
      /** Full name */
      name: string;
      email: string;
      phone?: string | null;
    };
    /** The buyer, by name only. */
    CustomerName: {
      name: string;
    };
    /** The bounds as sent; null: none. */
    DateRange: {
      from: string | null;
      to: string | null;
    };
    /** One notification to one endpoint, with every try. */
    Delivery: {
      id: string;
      /** Identifies what happened: the same in every try and at every endpoint. */
      event_id: string;
      type: string;
      status: Schemas['DeliveryStatus'];
      attempts: number;
      response_status: number | null;
      last_attempt_at: string | null;
      next_attempt_at: string | null;
      created_at: string;
      /** Oldest first. */
      attempt_log: Schemas['DeliveryAttempt'][];
    };
    /** One try to deliver. */
    DeliveryAttempt: {
      at: string;
      duration_ms: number;
      response_status: number | null;
      /** Why there was no full answer. */
      error: string | null;
      /** First 1 KB of the answer. */
      response: string | null;
    };
    /** Deliveries to an endpoint, newest first, a page of them. */
    DeliveryList: {
      deliveries: Schemas['Delivery'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    DeliveryListResponse: {
      data: Schemas['DeliveryList'];
    };
    /** An answer. */
    DeliveryResponse: {
      data: Schemas['Delivery'];
    };
    /** pending: it is being sent, or will be tried again. failed: it is not tried any more. */
    DeliveryStatus: 'pending' | 'succeeded' | 'failed';
    /** The unit of a discount. */
    DiscountType: 'percentage' | 'fixed_amount';
    /** What a door needs to work offline. */
    DoorBundle: {
      event: Schemas['DoorEvent'];
      /** A code is good when one of them verifies it. */
      keys: Schemas['TicketKey'][];
      tickets: Schemas['DoorTicket'][];
      /** Send that of the first page as `since` to read later changes. Tickets may come twice. */
      next_since: string;
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    DoorBundleResponse: {
      data: Schemas['DoorBundle'];
    };
    /** The event of the door. */
    DoorEvent: {
      id: string;
      title: string;
      status: Schemas['EventStatus'];
      start_datetime: string;
      venue_name: string | null;
    };
    /** A ticket with what a door needs. */
    DoorTicket: {
      id: string;
      ticket_number: string;
      status: Schemas['TicketStatus'];
      /** Only codes of this revision admit. */
      revision: number;
      checked_in_at: string | null;
      customer: Schemas['CustomerName'];
      tier: Schemas['DoorTier'];
      section: string | null;
      row: string | null;
      seat: number | null;
    };
    /** The tier of a ticket. */
    DoorTier: {
      name: string;
    };
    /** What went wrong. */
    Error: {
      /** A sentence for people. It may change: programs go by `code`. */
      message: string;
      /** The HTTP status again. */
      status: number;
      /** What was refused: `x-error-codes` lists those of the operation, and at the root those of any. */
      code: string;
      /** The part of the request that is at fault: `customer.email`. */
      field?: string;
      details?: Schemas['ErrorDetails'];
    };
    /** What a program needs to know: `{ "left": 3 }`. */
    ErrorDetails: Record<string, unknown>;
    /** Failure: `error` says what went wrong. */
    ErrorResponse: {
      error: Schemas['Error'];
    };
    /** An event with everything about it. */
    Event: {
      id: string;
      title: string;
      status: Schemas['EventStatus'];
      start_datetime: string;
      end_datetime: string | null;
      venue_name: string | null;
      city: string | null;
      capacity: number;
      cover_image_url: string | null;
      /** PHP, of the default tier. */
      ticket_price: number;
      event_type: Schemas['EventType'];
      /** Tickets valid or used. */
      tickets_sold: number;
      description: string | null;
      description_html: string | null;
      address: string | null;
      latitude: number | null;
      longitude: number | null;
      /** When sales end: as set, or one hour before the start. */
      sales_end_datetime: string;
      /** The cover first. */
      images: string[];
      seated: boolean;
      /** Most tickets per order; null: 100,000, the limit of any order. */
      max_per_order: number | null;
      /** What buyers agree to on the hosted page. */
      consent_text: string | null;
      attendee_details: Schemas['AttendeeDetails'];
      internal_note: string | null;
      created_at: string;
      updated_at: string;
      ticket_tiers: Schemas['TicketTier'][];
    };
    /** Fields of an event to change; omitted ones stay. */
    EventChanges: {
      title?: string;
      /** Years 1900 to 9998. */
      start_datetime?: string;
      /** Most attendees; also the size of the default tier while it is the only one. */
      capacity?: number;
      /** After start_datetime. Years 1900 to 9998. */
      end_datetime?: string | null;
      /** Plain text: blank lines become paragraphs, single newlines line breaks. */
      description?: string | null;
      /** Used in preference to description; sanitized on arrival. */
      description_html?: string | null;
      venue_name?: string | null;
      address?: string | null;
      city?: string | null;
      latitude?: number | null;
      longitude?: number | null;
      /** Price of the default tier in PHP; 0 = free. At most two decimals. */
      ticket_price?: number | null;
      /** Default: one hour before start_datetime. Years 1900 to 9998. */
      sales_end_datetime?: string | null;
      /** Default other. */
      event_type?: Schemas['EventType'] | null;
      /** Stored exactly as sent. */
      cover_image_url?: string | null;
      /** Most tickets of one order. Default: 100,000. */
      max_per_order?: number | null;
      /** Plain text that buyers have to agree to. */
      consent_text?: string | null;
      /** Default none. */
      attendee_details?: Schemas['AttendeeDetails'] | null;
      /** For your team and programs; hidden from buyers. */
      internal_note?: string | null;
      status?: Schemas['EventStatus'];
    };
    /** An event to create. */
    EventInput: {
      title: string;
      /** Years 1900 to 9998. */
      start_datetime: string;
      /** Most attendees; also the size of the default tier while it is the only one. */
      capacity: number;
      /** After start_datetime. Years 1900 to 9998. */
      end_datetime?: string | null;
      /** Plain text: blank lines become paragraphs, single newlines line breaks. */
      description?: string | null;
      /** Used in preference to description; sanitized on arrival. */
      description_html?: string | null;
      venue_name?: string | null;
      address?: string | null;
      city?: string | null;
      latitude?: number | null;
      longitude?: number | null;
      /** Price of the default tier in PHP; 0 = free. At most two decimals. */
      ticket_price?: number | null;
      /** Default: one hour before start_datetime. Years 1900 to 9998. */
      sales_end_datetime?: string | null;
      /** Default other. */
      event_type?: Schemas['EventType'] | null;
      /** Stored exactly as sent. */
      cover_image_url?: string | null;
      /** Most tickets of one order. Default: 100,000. */
      max_per_order?: number | null;
      /** Plain text that buyers have to agree to. */
      consent_text?: string | null;
      /** Default none. */
      attendee_details?: Schemas['AttendeeDetails'] | null;
      /** For your team and programs; hidden from buyers. */
      internal_note?: string | null;
    };
    /** A page of events, by start. */
    EventList: {
      events: Schemas['EventSummary'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    EventListResponse: {
      data: Schemas['EventList'];
    };
    /** Which event it is. */
    EventReference: {
      id: string;
      title: string;
    };
    /** An answer. */
    EventResponse: {
      data: Schemas['Event'];
    };
    /** The sales of one event. */
    EventSales: {
      id: string;
      title: string;
      start_datetime: string;
      capacity: number;
      /** PHP, paid minus refunded */
      revenue: number;
      /** Tickets valid or used */
      tickets_sold: number;
      orders: number;
      /** PHP */
      discount_total: number;
    };
    /** active, paused and hidden events are on sale; paused and hidden ones are not in the default list. */
    EventStatus: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
    /** An event as the list shows it. */
    EventSummary: {
      id: string;
      title: string;
      status: Schemas['EventStatus'];
      start_datetime: string;
      end_datetime: string | null;
      venue_name: string | null;
      city: string | null;
      capacity: number;
      cover_image_url: string | null;
      /** PHP, of the default tier. */
      ticket_price: number;
      event_type: Schemas['EventType'];
      /** Tickets valid or used. */
      tickets_sold: number;
      ticket_tiers: Schemas['TicketTierSummary'][];
    };
    /** What kind of event it is. */
    EventType: 'concert' | 'workshop' | 'conference' | 'sports' | 'social' | 'food' | 'nightlife' | 'art' | 'other';
    /** An invitation that is not accepted yet. */
    Invitation: {
      id: string;
      email: string;
      role: Schemas['Role'];
      created_at: string;
      expires_at: string;
    };
    /** The address to invite, and its role. */
    InvitationInput: {
      email: string;
      role: Schemas['Role'];
    };
    /** An answer. */
    InvitationResponse: {
      data: Schemas['Invitation'];
    };
    /** A language of pages and e-mails. */
    Language: 'en' | 'fil';
    /** A checkout in a list, with its buyer. */
    ListedCheckout: {
      checkout_id: string;
      status: Schemas['CheckoutStatus'];
      event_id: string;
      tier_id: string;
      section_id: string | null;
      quantity: number;
      /** PHP */
      total_amount: number;
      expires_at: string;
      created_at: string;
      customer: Schemas['Customer'];
    };
    /** A mail to the buyer or an attendee of an order. */
    Mail: {
      id: string;
      kind: Schemas['MailKind'];
      /** About this ticket alone. */
      ticket_id: string | null;
      /** The e-mail address. */
      recipient: string;
      status: Schemas['MailStatus'];
      attempts: number;
      /** Why the last try failed. */
      failure_reason: string | null;
      created_at: string;
      sent_at: string | null;
    };
    /** What a mail to a buyer is about. */
    MailKind: 'tickets' | 'new_code' | 'refund' | 'event_cancelled' | 'event_changed' | 'money_back';
    /** Mails about an order, newest first, a page of them. */
    MailList: {
      mails: Schemas['Mail'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    MailListResponse: {
      data: Schemas['MailList'];
    };
    /** An answer. */
    MailResponse: {
      data: Schemas['Mail'];
    };
    /** sent: the mail server took it. dropped: there was nothing left to say when it was written. */
    MailStatus: 'pending' | 'sent' | 'failed' | 'dropped';
    /** A person who works for the organization. */
    Member: {
      user_id: string;
      name: string;
      email: string;
      role: Schemas['Role'];
      totp_enabled: boolean;
      joined_at: string;
      /** In an open session, to the minute. */
      last_seen_at: string | null;
    };
    /** An answer. */
    MemberResponse: {
      data: Schemas['Member'];
    };
    /** The person a ticket is for. A field that is null is the customer’s. */
    NamedAttendee: {
      name: string | null;
      email: string | null;
    };
    /** A kind of notification that an endpoint can subscribe to. */
    NotificationType: 'ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated';
    /** A paid order with its tickets and refunds. */
    Order: {
      id: string;
      event: Schemas['EventReference'];
      customer: Schemas['OrderCustomer'];
      quantity: number;
      /** PHP, before discount */
      subtotal: number;
      /** PHP */
      discount: number;
      /** PHP, what was paid */
      total_amount: number;
      /** PHP, what was or is being sent back */
      refunded_amount: number;
      status: Schemas['OrderStatus'];
      /** How it was paid, an upper-case code. */
      payment_method: string;
      paid_at: string;
      created_at: string;
      ticket_ids: string[];
      tickets: Schemas['OrderTicket'][];
      /** The page of all its tickets, for the buyer. Null below `manage`. */
      tickets_url: string | null;
      /** null: the event asked for nothing. */
      consent: Schemas['Consent'] | null;
      /** Money on its way back, or back already. */
      refunds: Schemas['Refund'][];
    };
    /** The buyer of an order. */
    OrderCustomer: {
      name: string;
      email: string;
      phone: string | null;
    };
    /** Paid orders, newest first, a page of them. */
    OrderList: {
      orders: Schemas['OrderSummary'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    OrderListResponse: {
      data: Schemas['OrderList'];
    };
    /** An answer. */
    OrderResponse: {
      data: Schemas['Order'];
    };
    /** Whether an order was refunded. */
    OrderStatus: 'paid' | 'partially_refunded' | 'refunded';
    /** A paid order as the list shows it. */
    OrderSummary: {
      id: string;
      event: Schemas['EventReference'];
      customer: Schemas['OrderCustomer'];
      quantity: number;
      /** PHP, before discount */
      subtotal: number;
      /** PHP */
      discount: number;
      /** PHP, what was paid */
      total_amount: number;
      /** PHP, what was or is being sent back */
      refunded_amount: number;
      status: Schemas['OrderStatus'];
      /** How it was paid, an upper-case code. */
      payment_method: string;
      paid_at: string;
      created_at: string;
    };
    /** An answer. */
    OrderSummaryResponse: {
      data: Schemas['OrderSummary'];
    };
    /** A ticket of an order. */
    OrderTicket: {
      id: string;
      ticket_number: string;
      status: Schemas['TicketStatus'];
      /** PHP, what was paid for it: a refund gives it back. */
      amount: number;
      section: string | null;
      row: string | null;
      seat: number | null;
      /** The person the ticket is for; null: the customer. */
      attendee: Schemas['NamedAttendee'] | null;
    };
    /** An organization as buyers see it. */
    Organization: {
      id: string;
      name: string;
      /** An IANA time zone. */
      time_zone: string;
      /** Colour of buttons. Text stays readable on it. */
      color: string | null;
      /** Pages and e-mails load it from there. */
      logo_url: string | null;
      created_at: string;
    };
    /** The fields to change; others stay as they are. */
    OrganizationChanges: {
      /** Shown to buyers on pages, tickets and as the sender of mails. */
      name?: string;
      /** An IANA time zone. */
      time_zone?: string;
      /** Colour of buttons. Text stays readable on it. */
      color?: string | null;
      /** Pages and e-mails load it from there. */
      logo_url?: string | null;
    };
    /** An answer. */
    OrganizationResponse: {
      data: Schemas['Organization'];
    };
    /** Today's sales, what is on sale, and what needs attention. */
    Overview: {
      today: Schemas['SalesPoint'];
      /** Published, the next one first; at most 20. */
      events: Schemas['OverviewEvent'][];
      /** The most urgent first. */
      needs_attention: Schemas['Concern'][];
    };
    /** A published event, as far as the overview shows it. */
    OverviewEvent: {
      id: string;
      title: string;
      status: Schemas['EventStatus'];
      start_datetime: string;
      seated: boolean;
      capacity: number;
      /** Tickets valid or used */
      tickets_sold: number;
      /** Tickets used */
      checked_in: number;
    };
    /** An answer. */
    OverviewResponse: {
      data: Schemas['Overview'];
    };
    /** Which page of a list this is. */
    PageMeta: {
      /** This page, from 1. */
      page: number;
      /** Most entries of a page. */
      per_page: number;
      /** Entries on all pages. */
      total: number;
      total_pages: number;
      /** true when further pages exist */
      has_more: boolean;
    };
    /** An account at a payment provider, without its secrets. */
    PaymentAccount: {
      provider: Schemas['PaymentProvider'];
      /** New payments go here; otherwise it is kept for refunds. */
      in_use: boolean;
      /** Real money; otherwise the provider's test mode */
      live: boolean;
      methods: Schemas['PaymentMethod'][];
      /** For the provider's webhook settings */
      notices_url: string;
      updated_at: string;
    };
    /** An account at a payment provider, with its secrets. */
    PaymentAccountInput: {
      /** Makes payments and refunds. Stored encrypted, never shown again. */
      secret_key: string;
      /** Proves the provider's notices. Stored encrypted, never shown again. */
      webhook_secret: string;
      /** Offer only these; omit for all that the account has. */
      methods?: Schemas['PaymentMethod'][] | null;
    };
    /** The accounts at payment providers, all of them. */
    PaymentAccountList: {
      payment_accounts: Schemas['PaymentAccount'][];
    };
    /** An answer. */
    PaymentAccountListResponse: {
      data: Schemas['PaymentAccountList'];
    };
    /** An answer. */
    PaymentAccountResponse: {
      data: Schemas['PaymentAccount'];
    };
    /** A way to pay. */
    PaymentMethod: 'CARD' | 'GCASH' | 'MAYA' | 'GRABPAY' | 'QRPH' | 'BANK_TRANSFER';
    /** A payment provider. */
    PaymentProvider: 'paymongo' | 'xendit';
    /** A discount code for orders of one event. */
    PromoCode: {
      id: string;
      event_id: string;
      code: string;
      discount_type: Schemas['DiscountType'];
      /** Percent, or PHP off the whole order */
      discount_amount: number;
      /** null: unlimited. */
      usage_limit: number | null;
      /** Paid orders with it. */
      usage_count: number;
      starts_at: string | null;
      expires_at: string | null;
      is_active: boolean;
      created_at: string;
    };
    /** Fields to change; omitted ones stay. */
    PromoCodeChanges: {
      /** Stored and matched in upper case. */
      code?: string;
      discount_type?: Schemas['DiscountType'];
      /** Percent (at most 100), or pesos off the whole order. At most two decimals. */
      discount_amount?: number;
      /** Unlimited if omitted. */
      usage_limit?: number | null;
      /** Not redeemable before this. Years 1900 to 9998. */
      starts_at?: string | null;
      /** Not redeemable from then on. Years 1900 to 9998. */
      expires_at?: string | null;
      is_active?: boolean | null;
    };
    /** A promo code to create. */
    PromoCodeInput: {
      event_id: string;
      /** Stored and matched in upper case. */
      code: string;
      discount_type: Schemas['DiscountType'];
      /** Percent (at most 100), or pesos off the whole order. At most two decimals. */
      discount_amount: number;
      /** Unlimited if omitted. */
      usage_limit?: number | null;
      /** Not redeemable before this. Years 1900 to 9998. */
      starts_at?: string | null;
      /** Not redeemable from then on. Years 1900 to 9998. */
      expires_at?: string | null;
    };
    /** A page of promo codes, newest first. */
    PromoCodeList: {
      promo_codes: Schemas['PromoCode'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    PromoCodeListResponse: {
      data: Schemas['PromoCodeList'];
    };
    /** An answer. */
    PromoCodeResponse: {
      data: Schemas['PromoCode'];
    };
    /** The tier of a ticket. */
    PurchasedTier: {
      name: string;
      /** PHP, when it was bought */
      price: number;
    };
    /** Money that goes back to a buyer. */
    Refund: {
      id: string;
      /** PHP */
      amount: number;
      status: Schemas['RefundStatus'];
      reason: string;
      reason_code: Schemas['RefundReason'];
      /** Why the last try failed. */
      failure_reason: string | null;
      created_at: string;
      updated_at: string;
    };
    /** Why money goes back: for programs, and other languages. */
    RefundReason:
      | 'requested'
      | 'event_cancelled'
      | 'already_paid'
      | 'wrong_amount'
      | 'released'
      | 'event_over'
      | 'sold_to_others'
      | 'promo_code_used_up';
    /** The tickets of an order to refund. */
    RefundRequest: {
      /** Only these tickets; omit for the whole order. */
      ticket_ids?: string[] | null;
    };
    /** pending: on its way, tried again when it fails. */
    RefundStatus: 'pending' | 'succeeded' | 'failed';
    /** A ticket that is refunded; its place is free again. */
    RefundedTicket: {
      id: string;
      /** refunded. */
      status: Schemas['TicketStatus'];
      event: Schemas['EventReference'];
      tier: Schemas['PurchasedTier'];
    };
    /** An answer. */
    RefundedTicketResponse: {
      data: Schemas['RefundedTicket'];
    };
    /** owner: everything. manager: all but team, keys, payment accounts, settings and the audit log. door: look up and check in tickets. viewer: reads what a manager does. */
    Role: 'viewer' | 'door' | 'manager' | 'owner';
    /** The role that a member gets. */
    RoleChange: {
      role: Schemas['Role'];
    };
    /** A number n of seats, numbered 1 to n, or their numbers in physical order; null is an aisle. */
    RowSeats: number | (null | number)[];
    /** The sales in a range of time. */
    Sales: {
      /** PHP, paid minus refunded */
      total_revenue: number;
      /** Tickets valid or used */
      total_tickets_sold: number;
      total_orders: number;
      /** PHP */
      total_discounts: number;
      date_range: Schemas['DateRange'];
      events: Schemas['EventSales'][];
    };
    /** The sales in one step of a series. */
    SalesPoint: {
      /** Start of the step. */
      at: string;
      orders: number;
      /** Tickets of these orders, valid or used now */
      tickets: number;
      /** PHP, paid minus refunded */
      revenue: number;
      /** PHP, of these orders, whenever they were made */
      refunds: number;
    };
    /** An answer. */
    SalesResponse: {
      data: Schemas['Sales'];
    };
    /** Sales by calendar step. */
    SalesSeries: {
      by: Schemas['SeriesStep'];
      time_zone: string;
      points: Schemas['SalesPoint'][];
    };
    /** An answer. */
    SalesSeriesResponse: {
      data: Schemas['SalesSeries'];
    };
    /** A scan at the door. */
    Scan: {
      /** The ticket number, or what a scanner read. */
      code: string;
      /** Refuse tickets of other events. */
      event_id?: string | null;
      /** The same scan sent again gets the first answer. */
      device_nonce?: string | null;
      /** When a door without a network let the holder in, at most 7 days ago. Default: now. Years 1900 to 9998. */
      scanned_at?: string | null;
    };
    /** What an API key may do. read: every GET but those of team, API keys, payment accounts and the audit log. sell: checkouts, and read. door: look up and check in tickets. all: everything. */
    Scope: 'read' | 'sell' | 'door' | 'all';
    /** Which seats are held, sold or blocked at this instant. */
    SeatMap: {
      sections: Schemas['SeatMapSection'][];
    };
    /** An answer. */
    SeatMapResponse: {
      data: Schemas['SeatMap'];
    };
    /** A row with the state of its seats. */
    SeatMapRow: {
      label: string;
      /** Numbers in physical order; null is an aisle. A seat in none of the other lists is free. */
      seats: (number | null)[];
      /** Seats that buyers hold. */
      held: number[];
      /** Seats with a valid or used ticket. */
      sold: number[];
      /** Seats kept back from sale. */
      blocked: number[];
    };
    /** A section with the state of its seats. */
    SeatMapSection: {
      id: string;
      label: string;
      rows: Schemas['SeatMapRow'][];
    };
    /** The hall of a seated event. */
    SeatingPlan: {
      selection_mode: Schemas['SelectionMode'];
      sections: Schemas['SeatingPlanSection'][];
    };
    /** A hall. The answer of GET can be sent back. */
    SeatingPlanInput: {
      selection_mode?: Schemas['SelectionMode'] | null;
      sections: Schemas['SeatingPlanSectionInput'][];
    };
    /** An answer. */
    SeatingPlanResponse: {
      data: Schemas['SeatingPlan'];
    };
    /** A row of a section. */
    SeatingPlanRow: {
      label: string;
      seats: Schemas['RowSeats'];
      /** Narrows the section's. */
      tier_ids?: string[];
    };
    /** A row of a seating plan to set. */
    SeatingPlanRowInput: {
      label: string;
      seats: Schemas['RowSeats'];
      /** Narrows the section's. */
      tier_ids?: string[] | null;
    };
    /** A section of a hall. */
    SeatingPlanSection: {
      /** Usable as section_id in a checkout. */
      id: string;
      label: string;
      /** The prices of its seats. */
      tier_ids: string[];
      /** Best first. */
      rows: Schemas['SeatingPlanRow'][];
    };
    /** A section of a seating plan to set. */
    SeatingPlanSectionInput: {
      label: string;
      /** The prices of its seats. */
      tier_ids: string[];
      /** Best first. The buyer’s page draws them in this order, from front to back. */
      rows: Schemas['SeatingPlanRowInput'][];
    };
    /** Seats of one row. */
    SeatsToBlock: {
      /** Its label, or its id. */
      section: string;
      /** Its label. */
      row: string;
      /** Their numbers. */
      seats: number[];
    };
    /** A section that a checkout can name. Its counts are a snapshot, not a reservation. */
    Section: {
      /** Usable as section_id in a checkout. */
      id: string;
      label: string;
      /** Free seats, including seats that other buyers hold. */
      available: number;
      /** Most of these seats side by side. */
      largest_block: number;
      /** false: visible but not buyable now. */
      on_sale: boolean;
      prices: Schemas['SectionPrice'][];
    };
    /** The sections of an event; none for general admission. */
    SectionList: {
      /** false for general admission. */
      seated: boolean;
      selection_mode?: Schemas['SelectionMode'];
      sections: Schemas['Section'][];
    };
    /** An answer. */
    SectionListResponse: {
      data: Schemas['SectionList'];
    };
    /** A tier that prices seats of a section. */
    SectionPrice: {
      tier_id: string;
      name: string;
      /** PHP */
      price: number;
      /** Free seats, including seats that other buyers hold. */
      available: number;
      /** Most of these seats side by side. */
      largest_block: number;
    };
    /** How the seats of a party are chosen. */
    SelectionMode: 'best_available';
    /** A calendar step in the time zone of the organization. */
    SeriesStep: 'hour' | 'day' | 'month';
    /** The current state of the subscribed plan. */
    SubscribedTier: {
      id: string;
      name: string;
      /** PHP */
      price_monthly: number;
    };
    /** The fan who subscribed. */
    Subscriber: {
      id: string;
      email: string;
      name: string;
    };
    /** A subscription of a fan to a plan. */
    Subscription: {
      id: string;
      status: Schemas['SubscriptionStatus'];
      /** Whether the fan has access now. */
      has_access: boolean;
      tier: Schemas['SubscribedTier'];
      customer: Schemas['Subscriber'];
      currency: string;
      interval: string;
      current_period_start: string;
      /** Access ends at the latest then. */
      current_period_end: string;
      cancelled_at: string | null;
      created_at: string;
      updated_at: string;
    };
    /** A page of subscriptions, newest first. */
    SubscriptionList: {
      subscriptions: Schemas['Subscription'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    SubscriptionListResponse: {
      data: Schemas['SubscriptionList'];
    };
    /** An answer. */
    SubscriptionResponse: {
      data: Schemas['Subscription'];
    };
    /** grace_period: a payment failed, and access has not ended yet. has_access tells whether there is access. */
    SubscriptionStatus: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
    /** A plan that fans subscribe to. */
    SubscriptionTier: {
      id: string;
      name: string;
      description: string | null;
      /** PHP */
      price_monthly: number;
      is_active: boolean;
      perks: string[];
      created_at: string;
    };
    /** Fields to change; omitted ones stay. */
    SubscriptionTierChanges: {
      name?: string;
      /** PHP. At most two decimals. */
      price_monthly?: number;
      description?: string | null;
      is_active?: boolean | null;
      perks?: string[] | null;
    };
    /** A plan to add. */
    SubscriptionTierInput: {
      name: string;
      /** PHP. At most two decimals. */
      price_monthly: number;
      description?: string | null;
      is_active?: boolean | null;
      perks?: string[] | null;
    };
    /** All plans, cheapest first. */
    SubscriptionTierList: {
      tiers: Schemas['SubscriptionTier'][];
    };
    /** An answer. */
    SubscriptionTierListResponse: {
      data: Schemas['SubscriptionTierList'];
    };
    /** An answer. */
    SubscriptionTierResponse: {
      data: Schemas['SubscriptionTier'];
    };
    /** Failure, where `error` may be a plain string. */
    SubscriptionsUnavailable: {
      error: string | Schemas['Error'];
    };
    /** Members of the organization, and open invitations. */
    Team: {
      members: Schemas['Member'][];
      invitations: Schemas['Invitation'][];
    };
    /** An answer. */
    TeamResponse: {
      data: Schemas['Team'];
    };
    /** A ticket. It admits while its status is valid. */
    Ticket: {
      id: string;
      ticket_number: string;
      order_id: string;
      status: Schemas['TicketStatus'];
      checked_in_at: string | null;
      purchased_at: string;
      event: Schemas['TicketEvent'];
      tier: Schemas['PurchasedTier'];
      customer: Schemas['Customer'];
      /** The person the ticket is for; null: the customer. */
      attendee: Schemas['NamedAttendee'] | null;
      section: string | null;
      row: string | null;
      seat: number | null;
      /** What its QR code says. Null once it was refunded, and below `manage`. */
      code: string | null;
      /** The page of the ticket, for its holder. Null below `manage`. */
      ticket_url: string | null;
    };
    /** The event of a ticket, when and where. */
    TicketEvent: {
      id: string;
      title: string;
      start_datetime: string;
      venue_name: string | null;
    };
    /** A JSON Web Key: Ed25519, for signatures of QR codes. */
    TicketKey: {
      kty: 'OKP';
      crv: 'Ed25519';
      /** The public key, base64url. */
      x: string;
      use: 'sig';
    };
    /** A JSON Web Key Set. */
    TicketKeyList: {
      /** A code is good when one of them verifies it. */
      keys: Schemas['TicketKey'][];
    };
    /** An answer. */
    TicketKeyListResponse: {
      data: Schemas['TicketKeyList'];
    };
    /** An answer. */
    TicketResponse: {
      data: Schemas['Ticket'];
    };
    /** What a ticket is at the door: only valid is admitted. used: it was scanned. */
    TicketStatus: 'valid' | 'used' | 'refunded' | 'cancelled';
    /** A price of an event, and the number of places at that price. */
    TicketTier: {
      id: string;
      name: string;
      /** PHP */
      price: number;
      quantity_total: number;
      /** Tickets valid or used. */
      quantity_sold: number;
      is_active: boolean;
      sort_order: number;
      sales_start_datetime: string | null;
      sales_end_datetime: string | null;
      /** quantity_total minus quantity_sold; includes places that other buyers hold. */
      available: number;
    };
    /** Fields of a tier to change; omitted ones stay. */
    TicketTierChanges: {
      name?: string;
      /** PHP; 0 = free. At most two decimals. */
      price?: number;
      /** Places of the tier. On a seated event the seating plan decides. */
      quantity_total?: number;
      is_active?: boolean | null;
      /** The lowest is listed first. */
      sort_order?: number | null;
      /** Not sold before this. Years 1900 to 9998. */
      sales_start_datetime?: string | null;
      /** Not sold from then on. Years 1900 to 9998. */
      sales_end_datetime?: string | null;
    };
    /** A tier to add to an event. */
    TicketTierInput: {
      name: string;
      /** PHP; 0 = free. At most two decimals. */
      price: number;
      /** Places of the tier. On a seated event the seating plan decides. */
      quantity_total: number;
      is_active?: boolean | null;
      /** The lowest is listed first. */
      sort_order?: number | null;
      /** Not sold before this. Years 1900 to 9998. */
      sales_start_datetime?: string | null;
      /** Not sold from then on. Years 1900 to 9998. */
      sales_end_datetime?: string | null;
    };
    /** An answer. */
    TicketTierResponse: {
      data: Schemas['TicketTier'];
    };
    /** A ticket tier in a list of events. */
    TicketTierSummary: {
      id: string;
      name: string;
      /** PHP */
      price: number;
      quantity_total: number;
      /** Tickets valid or used. */
      quantity_sold: number;
      is_active: boolean;
      sort_order: number;
      sales_start_datetime: string | null;
      sales_end_datetime: string | null;
    };
    /** An endpoint that receives notifications. */
    Webhook: {
      id: string;
      url: string;
      events: Schemas['NotificationType'][];
      is_active: boolean;
      /** Why the service switched it off. */
      disabled_reason: string | null;
      /** First failure after the last success. */
      failing_since: string | null;
      created_at: string;
      updated_at: string;
    };
    /** The fields to change; what is left out stays. */
    WebhookChanges: {
      /** Where to deliver: a public https address. */
      url?: string;
      events?: Schemas['NotificationType'][];
      is_active?: boolean | null;
    };
    /** An endpoint to register. */
    WebhookInput: {
      /** Where to deliver: a public https address. */
      url: string;
      events: Schemas['NotificationType'][];
    };
    /** Endpoints, newest first, a page of them. */
    WebhookList: {
      webhooks: Schemas['Webhook'][];
      meta: Schemas['PageMeta'];
    };
    /** An answer. */
    WebhookListResponse: {
      data: Schemas['WebhookList'];
    };
    /** An answer. */
    WebhookResponse: {
      data: Schemas['Webhook'];
    };
    /** An endpoint with its new secret. */
    WebhookWithSecret: {
      id: string;
      url: string;
      events: Schemas['NotificationType'][];
      is_active: boolean;
      /** Why the service switched it off. */
      disabled_reason: string | null;
      /** First failure after the last success. */
      failing_since: string | null;
      created_at: string;
      updated_at: string;
      /** Signs the deliveries. Shown this once. */
      secret: string;
    };
    /** An answer. */
    WebhookWithSecretResponse: {
      data: Schemas['WebhookWithSecret'];
    };
  };
}

export interface paths {
  '/organization': {
    parameters: Nothing;
    /** Read how buyers see the organization that the key belongs to */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['OrganizationResponse'] }>; default: Failure };
    };
    /** Change the fields that are sent: name, time zone, colour, logo */
    put: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['OrganizationChanges'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['OrganizationResponse'] }>; default: Failure };
    };
  };
  '/events': {
    parameters: Nothing;
    /** List events with their tiers and live sold counts */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          status?: Schemas['EventStatus'];
          any_status?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['EventListResponse'] }>; default: Failure };
    };
    /** Create an event in draft status */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['EventInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['EventResponse'] }>; default: Failure };
    };
  };
  '/events/{id}': {
    parameters: Nothing;
    /** Read one event with everything about it */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['EventResponse'] }>; default: Failure };
    };
    /** Change the fields that are sent; status active publishes */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['EventChanges'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['EventResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/duplicate': {
    parameters: Nothing;
    /** Create a draft copy of an event, with its tiers and seats */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 201: Answer<{ 'application/json': Schemas['EventResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/tiers': {
    parameters: Nothing;
    /** Add a ticket tier */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['TicketTierInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['TicketTierResponse'] }>; default: Failure };
    };
  };
  '/tiers/{id}': {
    parameters: Nothing;
    /** Change the fields of a tier that are sent */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['TicketTierChanges'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['TicketTierResponse'] }>; default: Failure };
    };
    /** Delete a tier that never sold or held a place */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
  '/events/{id}/sections': {
    parameters: Nothing;
    /** List the sections of a seated event with live availability */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SectionListResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/seating-plan': {
    parameters: Nothing;
    /** Read the seating plan of an event */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SeatingPlanResponse'] }>; default: Failure };
    };
    /** Make an event seated, or replace its plan while nothing is sold or held */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['SeatingPlanInput'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['SeatingPlanResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/seats': {
    parameters: Nothing;
    /** Read which seats of an event are held, sold or blocked now */
    get: {
      parameters: {
        query?: {
          section_id?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SeatMapResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/seats/block': {
    parameters: Nothing;
    /** Keep seats of a row back from sale */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['SeatsToBlock'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['BlockedSeatsResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/seats/unblock': {
    parameters: Nothing;
    /** Put blocked seats of a row on sale again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['SeatsToBlock'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['BlockedSeatsResponse'] }>; default: Failure };
    };
  };
  '/checkouts': {
    parameters: Nothing;
    /** Hold places for a buyer and get the page to send them to */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['CheckoutInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['CreatedCheckoutResponse'] }>; default: Failure };
    };
    /** List checkouts, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          status?: Schemas['CheckoutStatus'];
          event_id?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['CheckoutListResponse'] }>; default: Failure };
    };
  };
  '/checkouts/{id}': {
    parameters: Nothing;
    /** Read the state of a checkout */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['CheckoutResponse'] }>; default: Failure };
    };
  };
  '/checkouts/{id}/expire': {
    parameters: Nothing;
    /** End an open checkout and free its places */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['CheckoutResponse'] }>; default: Failure };
    };
  };
  '/checkouts/{id}/release': {
    parameters: Nothing;
    /** Free the places of a checkout even while its money is on its way */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['CheckoutResponse'] }>; default: Failure };
    };
  };
  '/orders': {
    parameters: Nothing;
    /** List paid orders, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          event_id?: string;
          q?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['OrderListResponse'] }>; default: Failure };
    };
  };
  '/orders/{id}': {
    parameters: Nothing;
    /** Read one order with its tickets */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['OrderResponse'] }>; default: Failure };
    };
  };
  '/orders/{id}/refund': {
    parameters: Nothing;
    /** Refund a whole order, or the tickets named */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['RefundRequest'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['OrderSummaryResponse'] }>; default: Failure };
    };
  };
  '/orders.csv': {
    parameters: Nothing;
    /** Export orders, all statuses unless narrowed */
    get: {
      parameters: {
        query?: {
          event_id?: string;
          status?: Schemas['OrderStatus'];
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'text/csv': string }>; default: Failure };
    };
  };
  '/tickets/{id}': {
    parameters: Nothing;
    /** Verify a ticket */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['TicketResponse'] }>; default: Failure };
    };
  };
  '/tickets': {
    parameters: Nothing;
    /** Find the ticket with this number or scanned code */
    get: {
      parameters: {
        query: {
          code: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['TicketResponse'] }>; default: Failure };
    };
  };
  '/tickets/{id}/check-in': {
    parameters: Nothing;
    /** Admit the holder of a ticket */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['CheckedInTicketResponse'] }>; default: Failure };
    };
  };
  '/tickets/check-in': {
    parameters: Nothing;
    /** Admit by ticket number or scanned code */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['Scan'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['CheckedInTicketResponse'] }>; default: Failure };
    };
  };
  '/tickets/{id}/undo-check-in': {
    parameters: Nothing;
    /** Take a check-in back */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['TicketResponse'] }>; default: Failure };
    };
  };
  '/tickets/{id}/reissue': {
    parameters: Nothing;
    /** Give a valid ticket a new number, code and link, and send them; the old ones stop working */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['TicketResponse'] }>; default: Failure };
    };
  };
  '/tickets/{id}/refund': {
    parameters: Nothing;
    /** Refund one ticket; its place is free again at once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['RefundedTicketResponse'] }>; default: Failure };
    };
  };
  '/ticket-keys': {
    parameters: Nothing;
    /** Read the public keys that verify QR codes without asking the service */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['TicketKeyListResponse'] }>; default: Failure };
    };
  };
  '/orders/{id}/mails': {
    parameters: Nothing;
    /** List what the buyer of an order was sent, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['MailListResponse'] }>; default: Failure };
    };
  };
  '/orders/{id}/resend': {
    parameters: Nothing;
    /** Send all valid tickets of an order to its buyer again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['MailResponse'] }>; default: Failure };
    };
  };
  '/tickets/{id}/resend': {
    parameters: Nothing;
    /** Send one valid ticket again, with the same code */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['MailResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/attendees': {
    parameters: Nothing;
    /** List the attendees of an event in order of purchase */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          status?: Schemas['AttendeeStatus'];
          q?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['AttendeeListResponse'] }>; default: Failure };
    };
  };
  '/events/{id}/attendees.csv': {
    parameters: Nothing;
    /** Export the attendees of an event as CSV */
    get: {
      parameters: {
        query?: {
          status?: Schemas['AttendeeStatus'];
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'text/csv': string }>; default: Failure };
    };
  };
  '/events/{id}/door': {
    parameters: Nothing;
    /** Read the keys and tickets that a door needs to work offline, or later changes */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          since?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['DoorBundleResponse'] }>; default: Failure };
    };
  };
  '/promo-codes': {
    parameters: Nothing;
    /** Create a promo code for one event */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['PromoCodeInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['PromoCodeResponse'] }>; default: Failure };
    };
    /** List promo codes, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          event_id?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['PromoCodeListResponse'] }>; default: Failure };
    };
  };
  '/promo-codes/{id}': {
    parameters: Nothing;
    /** Read one promo code */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['PromoCodeResponse'] }>; default: Failure };
    };
    /** Change the fields of a promo code that are sent */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['PromoCodeChanges'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['PromoCodeResponse'] }>; default: Failure };
    };
  };
  '/analytics/sales': {
    parameters: Nothing;
    /** Read live sales figures */
    get: {
      parameters: {
        query?: {
          event_id?: string;
          from?: string;
          to?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SalesResponse'] }>; default: Failure };
    };
  };
  '/analytics/series': {
    parameters: Nothing;
    /** Read sales figures by hour, day or month */
    get: {
      parameters: {
        query: {
          event_id?: string;
          from: string;
          to: string;
          by?: Schemas['SeriesStep'];
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SalesSeriesResponse'] }>; default: Failure };
    };
  };
  '/payment-accounts': {
    parameters: Nothing;
    /** List the organization's accounts at payment providers, without their secrets */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['PaymentAccountListResponse'] }>; default: Failure };
    };
  };
  '/payment-accounts/{provider}': {
    parameters: Nothing;
    /** Read one payment account, without its secrets */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          provider: Schemas['PaymentProvider'];
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['PaymentAccountResponse'] }>; default: Failure };
    };
    /** Take payments with this account from now on; the provider is asked whether the key is good */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          provider: Schemas['PaymentProvider'];
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['PaymentAccountInput'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['PaymentAccountResponse'] }>; default: Failure };
    };
    /** Take no more payments with this account; what was paid with it can still be sent back */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          provider: Schemas['PaymentProvider'];
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
  '/audit-log': {
    parameters: Nothing;
    /** List changes, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          subject_id?: string;
          actor_id?: string;
          action?: string;
          from?: string;
          to?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['AuditLogResponse'] }>; default: Failure };
    };
  };
  '/overview': {
    parameters: Nothing;
    /** Read today's sales, what is on sale, and what needs a hand */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['OverviewResponse'] }>; default: Failure };
    };
  };
  '/live': {
    parameters: Nothing;
    /** Follow sales, check-ins and new orders as server-sent events, at most once a second */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'text/event-stream': string }>; default: Failure };
    };
  };
  '/subscription-tiers': {
    parameters: Nothing;
    /** List the plans that fans subscribe to, cheapest first */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SubscriptionTierListResponse'] }>; default: Failure };
    };
    /** Add a plan */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['SubscriptionTierInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['SubscriptionTierResponse'] }>; default: Failure };
    };
  };
  '/subscription-tiers/{id}': {
    parameters: Nothing;
    /** Change the fields of a plan that are sent */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['SubscriptionTierChanges'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['SubscriptionTierResponse'] }>; default: Failure };
    };
  };
  '/subscriptions': {
    parameters: Nothing;
    /** List fan subscriptions, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          status?: Schemas['SubscriptionStatus'];
          tier_id?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SubscriptionListResponse'] }>; default: Failure };
    };
    /** Not available yet: recurring payments are missing */
    post: {
      parameters: Nothing;
      requestBody?: never;
      responses: { default: Failure };
    };
  };
  '/subscriptions/{id}': {
    parameters: Nothing;
    /** Read one subscription */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SubscriptionResponse'] }>; default: Failure };
    };
  };
  '/subscriptions/{id}/cancel': {
    parameters: Nothing;
    /** Cancel at the end of the paid period */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['SubscriptionResponse'] }>; default: Failure };
    };
  };
  '/webhooks': {
    parameters: Nothing;
    /** Register an endpoint; its secret is shown this once */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['WebhookInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['WebhookWithSecretResponse'] }>; default: Failure };
    };
    /** List endpoints, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['WebhookListResponse'] }>; default: Failure };
    };
  };
  '/webhooks/{id}': {
    parameters: Nothing;
    /** Read one endpoint */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['WebhookResponse'] }>; default: Failure };
    };
    /** Change the fields that are sent; is_active switches it on and off */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['WebhookChanges'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['WebhookResponse'] }>; default: Failure };
    };
    /** Delete an endpoint with the record of its deliveries */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
  '/webhooks/{id}/rotate-secret': {
    parameters: Nothing;
    /** Replace the secret; the old one signs along for 24 hours */
    post: {
      parameters: {
        query?: {
          immediately?: boolean;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['WebhookWithSecretResponse'] }>; default: Failure };
    };
  };
  '/webhooks/{id}/test': {
    parameters: Nothing;
    /** Send a webhook.test to this endpoint */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['DeliveryResponse'] }>; default: Failure };
    };
  };
  '/webhooks/{id}/deliveries': {
    parameters: Nothing;
    /** List what was sent to an endpoint, newest first, with every try */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['DeliveryListResponse'] }>; default: Failure };
    };
  };
  '/webhook-deliveries/{id}/redeliver': {
    parameters: Nothing;
    /** Send the notification of a delivery again */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['DeliveryResponse'] }>; default: Failure };
    };
  };
  '/api-keys': {
    parameters: Nothing;
    /** List API keys, newest first; of each only the end */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['ApiKeyListResponse'] }>; default: Failure };
    };
    /** Create an API key; it is shown this once */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['ApiKeyInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['CreatedApiKeyResponse'] }>; default: Failure };
    };
  };
  '/api-keys/{id}': {
    parameters: Nothing;
    /** Revoke an API key; other instances may accept it for a second more */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
  '/team': {
    parameters: Nothing;
    /** List members and open invitations */
    get: {
      parameters: Nothing;
      requestBody?: never;
      responses: { 200: Answer<{ 'application/json': Schemas['TeamResponse'] }>; default: Failure };
    };
  };
  '/team/{user_id}': {
    parameters: Nothing;
    /** Change the role of a member, from their next request on */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          user_id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { 'application/json': Schemas['RoleChange'] } };
      responses: { 200: Answer<{ 'application/json': Schemas['MemberResponse'] }>; default: Failure };
    };
    /** Remove a member; their sessions end with their next request */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          user_id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
  '/team/invitations': {
    parameters: Nothing;
    /** Invite an e-mail address; an earlier invitation of it is void */
    post: {
      parameters: Nothing;
      requestBody: { content: { 'application/json': Schemas['InvitationInput'] } };
      responses: { 201: Answer<{ 'application/json': Schemas['InvitationResponse'] }>; default: Failure };
    };
  };
  '/team/invitations/{id}': {
    parameters: Nothing;
    /** Take an invitation back */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
}
