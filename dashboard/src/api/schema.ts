// Made by `npm run dashboard:types` from the server's OpenAPI document. Do not edit.

type Nothing = { query?: never; header?: never; path?: never; cookie?: never };
type Failure = {
  headers: Record<string, unknown>;
  content: { 'application/json': { error: { message: string; status: number } } };
};

export interface paths {
  '/organization': {
    parameters: Nothing;
    /** Read how buyers see the organization that the key belongs to */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                name: string;
                time_zone: string;
                /** Of buttons and ribbons. What is written on it, or in it, is made readable whatever it is. */
                color: string | null;
                /** Shown on pages and in letters from where it is; it must stay publicly reachable. */
                logo_url: string | null;
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Change name, time zone, colour or logo: the fields that are sent */
    put: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            /** As buyers see it: on pages and tickets, and as the sender of letters. */
            name?: string;
            time_zone?: string;
            /** Of buttons and ribbons. What is written on it, or in it, is made readable whatever it is. */
            color?: string | null;
            /** Shown on pages and in letters from where it is; it must stay publicly reachable. */
            logo_url?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                name: string;
                time_zone: string;
                /** Of buttons and ribbons. What is written on it, or in it, is made readable whatever it is. */
                color: string | null;
                /** Shown on pages and in letters from where it is; it must stay publicly reachable. */
                logo_url: string | null;
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
          status?: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
          any_status?: boolean;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                events: {
                  id: string;
                  title: string;
                  status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                  start_datetime: string;
                  end_datetime: string | null;
                  venue_name: string | null;
                  city: string | null;
                  capacity: number;
                  cover_image_url: string | null;
                  /** PHP */
                  ticket_price: number;
                  event_type:
                    | 'concert'
                    | 'workshop'
                    | 'conference'
                    | 'sports'
                    | 'social'
                    | 'food'
                    | 'nightlife'
                    | 'art'
                    | 'other';
                  tickets_sold: number;
                  ticket_tiers: {
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
                  }[];
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Create an event in draft status */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            title: string;
            start_datetime: string;
            /** Most attendees; also the size of the default tier while it is the only one. */
            capacity: number;
            /** After start_datetime. */
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
            /** Price of the default tier in PHP; 0 = free. */
            ticket_price?: number | null;
            /** Default: one hour before start_datetime. */
            sales_end_datetime?: string | null;
            event_type?:
              | 'concert'
              | 'workshop'
              | 'conference'
              | 'sports'
              | 'social'
              | 'food'
              | 'nightlife'
              | 'art'
              | 'other'
              | null;
            /** Stored exactly as sent. */
            cover_image_url?: string | null;
            /** Most tickets of one order; when omitted 100,000, the most of any order. */
            max_per_order?: number | null;
            /** Plain text that buyers have to agree to on the hosted page; markup is taken out. */
            consent_text?: string | null;
            /** Whether the hosted page asks a name and an e-mail address for each ticket; default none. */
            attendee_details?: 'none' | 'optional' | 'required' | null;
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                title: string;
                status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                start_datetime: string;
                end_datetime: string | null;
                venue_name: string | null;
                city: string | null;
                capacity: number;
                cover_image_url: string | null;
                /** PHP */
                ticket_price: number;
                event_type:
                  | 'concert'
                  | 'workshop'
                  | 'conference'
                  | 'sports'
                  | 'social'
                  | 'food'
                  | 'nightlife'
                  | 'art'
                  | 'other';
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
                /** Most tickets of one order; null: 100,000, the most of any order. */
                max_per_order: number | null;
                /** What buyers agree to on the hosted page. */
                consent_text: string | null;
                attendee_details: 'none' | 'optional' | 'required';
                created_at: string;
                updated_at: string;
                ticket_tiers: {
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
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                title: string;
                status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                start_datetime: string;
                end_datetime: string | null;
                venue_name: string | null;
                city: string | null;
                capacity: number;
                cover_image_url: string | null;
                /** PHP */
                ticket_price: number;
                event_type:
                  | 'concert'
                  | 'workshop'
                  | 'conference'
                  | 'sports'
                  | 'social'
                  | 'food'
                  | 'nightlife'
                  | 'art'
                  | 'other';
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
                /** Most tickets of one order; null: 100,000, the most of any order. */
                max_per_order: number | null;
                /** What buyers agree to on the hosted page. */
                consent_text: string | null;
                attendee_details: 'none' | 'optional' | 'required';
                created_at: string;
                updated_at: string;
                ticket_tiers: {
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
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            title?: string;
            start_datetime?: string;
            /** Most attendees; also the size of the default tier while it is the only one. */
            capacity?: number;
            /** After start_datetime. */
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
            /** Price of the default tier in PHP; 0 = free. */
            ticket_price?: number | null;
            /** Default: one hour before start_datetime. */
            sales_end_datetime?: string | null;
            event_type?:
              | 'concert'
              | 'workshop'
              | 'conference'
              | 'sports'
              | 'social'
              | 'food'
              | 'nightlife'
              | 'art'
              | 'other'
              | null;
            /** Stored exactly as sent. */
            cover_image_url?: string | null;
            /** Most tickets of one order; when omitted 100,000, the most of any order. */
            max_per_order?: number | null;
            /** Plain text that buyers have to agree to on the hosted page; markup is taken out. */
            consent_text?: string | null;
            /** Whether the hosted page asks a name and an e-mail address for each ticket; default none. */
            attendee_details?: 'none' | 'optional' | 'required' | null;
            status?: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                title: string;
                status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                start_datetime: string;
                end_datetime: string | null;
                venue_name: string | null;
                city: string | null;
                capacity: number;
                cover_image_url: string | null;
                /** PHP */
                ticket_price: number;
                event_type:
                  | 'concert'
                  | 'workshop'
                  | 'conference'
                  | 'sports'
                  | 'social'
                  | 'food'
                  | 'nightlife'
                  | 'art'
                  | 'other';
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
                /** Most tickets of one order; null: 100,000, the most of any order. */
                max_per_order: number | null;
                /** What buyers agree to on the hosted page. */
                consent_text: string | null;
                attendee_details: 'none' | 'optional' | 'required';
                created_at: string;
                updated_at: string;
                ticket_tiers: {
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
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/events/{id}/duplicate': {
    parameters: Nothing;
    /** Make a draft like this event, with its tiers and seats and nothing sold */
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
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                title: string;
                status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                start_datetime: string;
                end_datetime: string | null;
                venue_name: string | null;
                city: string | null;
                capacity: number;
                cover_image_url: string | null;
                /** PHP */
                ticket_price: number;
                event_type:
                  | 'concert'
                  | 'workshop'
                  | 'conference'
                  | 'sports'
                  | 'social'
                  | 'food'
                  | 'nightlife'
                  | 'art'
                  | 'other';
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
                /** Most tickets of one order; null: 100,000, the most of any order. */
                max_per_order: number | null;
                /** What buyers agree to on the hosted page. */
                consent_text: string | null;
                attendee_details: 'none' | 'optional' | 'required';
                created_at: string;
                updated_at: string;
                ticket_tiers: {
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
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            name: string;
            price: number;
            quantity_total: number;
            is_active?: boolean | null;
            sort_order?: number | null;
            sales_start_datetime?: string | null;
            sales_end_datetime?: string | null;
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
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
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            name?: string;
            price?: number;
            quantity_total?: number;
            is_active?: boolean | null;
            sort_order?: number | null;
            sales_start_datetime?: string | null;
            sales_end_datetime?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
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
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                seated: boolean;
                selection_mode?: 'best_available';
                sections: {
                  id: string;
                  label: string;
                  /** Free seats, those that other buyers hold included. */
                  available: number;
                  /** Longest run of them side by side. */
                  largest_block: number;
                  /** false: visible but not buyable now. */
                  on_sale: boolean;
                  prices: {
                    tier_id: string;
                    name: string;
                    /** PHP */
                    price: number;
                    /** Free seats, those that other buyers hold included. */
                    available: number;
                    /** Longest run of them side by side. */
                    largest_block: number;
                  }[];
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                selection_mode: 'best_available';
                sections: {
                  /** Usable as section_id in a checkout. */
                  id: string;
                  label: string;
                  tier_ids: string[];
                  rows: {
                    label: string;
                    seats: number | (number | null)[];
                    tier_ids?: string[];
                  }[];
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Make an event seated, or give it another plan while nothing is sold or held */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            selection_mode?: 'best_available' | null;
            sections: {
              label: string;
              /** The prices of its seats. */
              tier_ids: string[];
              /** Best first. The buyer’s page draws them in this order, from front to back. */
              rows: {
                label: string;
                /** A number n of seats, numbered 1 to n, or their numbers in physical order; null is an aisle. */
                seats: number | (number | null)[];
                /** Narrows the section's. */
                tier_ids?: string[] | null;
              }[];
            }[];
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                selection_mode: 'best_available';
                sections: {
                  /** Usable as section_id in a checkout. */
                  id: string;
                  label: string;
                  tier_ids: string[];
                  rows: {
                    label: string;
                    seats: number | (number | null)[];
                    tier_ids?: string[];
                  }[];
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                sections: {
                  id: string;
                  label: string;
                  rows: {
                    label: string;
                    /** Numbers in physical order; null is an aisle. A seat that is in none of the other lists is free. */
                    seats: (number | null)[];
                    /** Those that buyers hold while they pay. */
                    held: number[];
                    /** Those with a valid or used ticket. */
                    sold: number[];
                    /** Those that are kept back. */
                    blocked: number[];
                  }[];
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            /** Its label, or its id. */
            section: string;
            /** Its label. */
            row: string;
            seats: number[];
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                section_id: string;
                section: string;
                row: string;
                /** Every seat of the row that is blocked now, in physical order. */
                blocked: number[];
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            /** Its label, or its id. */
            section: string;
            /** Its label. */
            row: string;
            seats: number[];
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                section_id: string;
                section: string;
                row: string;
                /** Every seat of the row that is blocked now, in physical order. */
                blocked: number[];
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/checkouts': {
    parameters: Nothing;
    /** Hold places for a buyer and get the page to send them to */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            event_id: string;
            /** The default tier when omitted. */
            tier_id?: string | null;
            /** Required for a seated event, refused for any other. */
            section_id?: string | null;
            quantity: number;
            customer: {
              /** Full name */
              name: string;
              email: string;
              phone?: string | null;
            };
            /** Of the page and the letters, until the buyer chooses another. Without it: what the browser accepts. */
            language?: 'en' | 'fil' | null;
            /** Who comes with each ticket, in the order of the tickets; those who are left out come as the customer. Asked on the page where the event asks for it. */
            attendees?:
              | {
                  /** Full name */
                  name?: string | null;
                  email?: string | null;
                }[]
              | null;
            /** Can also be entered on the page. */
            promo_code?: string | null;
            /** Where the browser goes after payment, with checkout_id and order_id in its query. */
            success_url: string;
            /** Where the page links to for buyers who change their mind. */
            cancel_url?: string | null;
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                checkout_id: string;
                /** The hosted page to send the buyer to. */
                checkout_url: string;
                expires_at: string;
                /** Seated events only. */
                assigned_seats?: {
                  section: string;
                  row: string;
                  seat: number;
                  label: string;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                checkout_id: string;
                status: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
                event_id: string;
                tier_id: string;
                section_id: string | null;
                quantity: number;
                /** PHP */
                subtotal: number;
                /** PHP */
                discount: number;
                /** PHP */
                total_amount: number;
                expires_at: string;
                /** Held or bought; empty once the hold ended. */
                assigned_seats: {
                  section: string;
                  row: string;
                  seat: number;
                  label: string;
                }[];
                /** Who comes, in the order of the tickets, as far as it was said. */
                attendees: {
                  name: string | null;
                  email: string | null;
                }[];
                order_id: string | null;
                ticket_ids: string[];
                /** Once completed: the page of the tickets, to send the buyer on to after paying. */
                tickets_url: string | null;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                checkout_id: string;
                status: 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
                event_id: string;
                tier_id: string;
                section_id: string | null;
                quantity: number;
                /** PHP */
                subtotal: number;
                /** PHP */
                discount: number;
                /** PHP */
                total_amount: number;
                expires_at: string;
                /** Held or bought; empty once the hold ended. */
                assigned_seats: {
                  section: string;
                  row: string;
                  seat: number;
                  label: string;
                }[];
                /** Who comes, in the order of the tickets, as far as it was said. */
                attendees: {
                  name: string | null;
                  email: string | null;
                }[];
                order_id: string | null;
                ticket_ids: string[];
                /** Once completed: the page of the tickets, to send the buyer on to after paying. */
                tickets_url: string | null;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                orders: {
                  id: string;
                  event: {
                    id: string;
                    title: string;
                  };
                  customer: {
                    name: string;
                    email: string;
                    phone: string | null;
                  };
                  quantity: number;
                  /** PHP, before discount */
                  subtotal: number;
                  /** PHP */
                  discount: number;
                  /** PHP, what was paid */
                  total_amount: number;
                  /** PHP, what was or is being sent back */
                  refunded_amount: number;
                  status: 'paid' | 'partially_refunded' | 'refunded';
                  payment_method: string;
                  paid_at: string;
                  created_at: string;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                event: {
                  id: string;
                  title: string;
                };
                customer: {
                  name: string;
                  email: string;
                  phone: string | null;
                };
                quantity: number;
                /** PHP, before discount */
                subtotal: number;
                /** PHP */
                discount: number;
                /** PHP, what was paid */
                total_amount: number;
                /** PHP, what was or is being sent back */
                refunded_amount: number;
                status: 'paid' | 'partially_refunded' | 'refunded';
                payment_method: string;
                paid_at: string;
                created_at: string;
                ticket_ids: string[];
                tickets: {
                  id: string;
                  ticket_number: string;
                  status: 'valid' | 'used' | 'refunded' | 'cancelled';
                  /** PHP, what was paid for it: a refund gives it back. */
                  amount: number;
                  section: string | null;
                  row: string | null;
                  seat: number | null;
                  /** Who comes with the ticket; null: nobody said, so the customer. */
                  attendee: {
                    name: string | null;
                    email: string | null;
                  } | null;
                }[];
                /** The page of all its tickets, for the buyer: whoever has the address has them. */
                tickets_url: string;
                /** What the buyer agreed to on the hosted page, word for word; null: the event asked for nothing. */
                consent: {
                  text: string;
                  given_at: string;
                } | null;
                /** Money on its way back, or back already. */
                refunds: {
                  id: string;
                  /** PHP */
                  amount: number;
                  /** pending: on its way, tried again when it fails. */
                  status: 'pending' | 'succeeded' | 'failed';
                  reason: string;
                  /** Why the last try failed. */
                  failure_reason: string | null;
                  created_at: string;
                  updated_at: string;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            /** Only these tickets; omit for the whole order. */
            ticket_ids?: string[] | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                event: {
                  id: string;
                  title: string;
                };
                customer: {
                  name: string;
                  email: string;
                  phone: string | null;
                };
                quantity: number;
                /** PHP, before discount */
                subtotal: number;
                /** PHP */
                discount: number;
                /** PHP, what was paid */
                total_amount: number;
                /** PHP, what was or is being sent back */
                refunded_amount: number;
                status: 'paid' | 'partially_refunded' | 'refunded';
                payment_method: string;
                paid_at: string;
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/orders.csv': {
    parameters: Nothing;
    /** Export orders, all statuses unless narrowed */
    get: {
      parameters: {
        query?: {
          event_id?: string;
          status?: 'paid' | 'partially_refunded' | 'refunded';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: { headers: Record<string, unknown>; content: { 'text/csv': string } }; default: Failure };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                ticket_number: string;
                order_id: string;
                status: 'valid' | 'used' | 'refunded' | 'cancelled';
                checked_in_at: string | null;
                purchased_at: string;
                event: {
                  id: string;
                  title: string;
                  start_datetime: string;
                  venue_name: string | null;
                };
                tier: {
                  name: string;
                  /** PHP, when it was bought */
                  price: number;
                };
                customer: {
                  name: string;
                  email: string;
                };
                /** Who comes with the ticket; null: nobody said, so the customer. */
                attendee: {
                  name: string | null;
                  email: string | null;
                } | null;
                section: string | null;
                row: string | null;
                seat: number | null;
                /** What its QR code says; null once it was refunded or cancelled. */
                code: string | null;
                /** The page of the ticket, for its holder: whoever has the address has the ticket. */
                ticket_url: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                ticket_number: string;
                order_id: string;
                status: 'valid' | 'used' | 'refunded' | 'cancelled';
                checked_in_at: string | null;
                purchased_at: string;
                event: {
                  id: string;
                  title: string;
                  start_datetime: string;
                  venue_name: string | null;
                };
                tier: {
                  name: string;
                  /** PHP, when it was bought */
                  price: number;
                };
                customer: {
                  name: string;
                  email: string;
                };
                /** Who comes with the ticket; null: nobody said, so the customer. */
                attendee: {
                  name: string | null;
                  email: string | null;
                } | null;
                section: string | null;
                row: string | null;
                seat: number | null;
                /** What its QR code says; null once it was refunded or cancelled. */
                code: string | null;
                /** The page of the ticket, for its holder: whoever has the address has the ticket. */
                ticket_url: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                status: 'used';
                checked_in_at: string;
                event: {
                  id: string;
                  title: string;
                };
                customer: {
                  name: string;
                };
                /** Who comes with the ticket, where somebody else than the customer was named. */
                attendee: {
                  name: string;
                } | null;
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/tickets/check-in': {
    parameters: Nothing;
    /** Admit by ticket number or scanned code */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            /** The ticket number, or what a scanner read. */
            code: string;
            /** Refuse tickets of other events. */
            event_id?: string | null;
            /** The same scan sent again gets the first answer. */
            device_nonce?: string | null;
            /** When a door without a network let the holder in, at most 7 days ago. Default: now. */
            scanned_at?: string | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                status: 'used';
                checked_in_at: string;
                event: {
                  id: string;
                  title: string;
                };
                customer: {
                  name: string;
                };
                /** Who comes with the ticket, where somebody else than the customer was named. */
                attendee: {
                  name: string;
                } | null;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                ticket_number: string;
                order_id: string;
                status: 'valid' | 'used' | 'refunded' | 'cancelled';
                checked_in_at: string | null;
                purchased_at: string;
                event: {
                  id: string;
                  title: string;
                  start_datetime: string;
                  venue_name: string | null;
                };
                tier: {
                  name: string;
                  /** PHP, when it was bought */
                  price: number;
                };
                customer: {
                  name: string;
                  email: string;
                };
                /** Who comes with the ticket; null: nobody said, so the customer. */
                attendee: {
                  name: string | null;
                  email: string | null;
                } | null;
                section: string | null;
                row: string | null;
                seat: number | null;
                /** What its QR code says; null once it was refunded or cancelled. */
                code: string | null;
                /** The page of the ticket, for its holder: whoever has the address has the ticket. */
                ticket_url: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/tickets/{id}/reissue': {
    parameters: Nothing;
    /** Give a valid ticket a new number, code and link, and send them; the old ones admit nobody */
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                ticket_number: string;
                order_id: string;
                status: 'valid' | 'used' | 'refunded' | 'cancelled';
                checked_in_at: string | null;
                purchased_at: string;
                event: {
                  id: string;
                  title: string;
                  start_datetime: string;
                  venue_name: string | null;
                };
                tier: {
                  name: string;
                  /** PHP, when it was bought */
                  price: number;
                };
                customer: {
                  name: string;
                  email: string;
                };
                /** Who comes with the ticket; null: nobody said, so the customer. */
                attendee: {
                  name: string | null;
                  email: string | null;
                } | null;
                section: string | null;
                row: string | null;
                seat: number | null;
                /** What its QR code says; null once it was refunded or cancelled. */
                code: string | null;
                /** The page of the ticket, for its holder: whoever has the address has the ticket. */
                ticket_url: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                status: 'refunded';
                event: {
                  id: string;
                  title: string;
                };
                tier: {
                  name: string;
                  /** PHP, when it was bought */
                  price: number;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/ticket-keys': {
    parameters: Nothing;
    /** Read the public keys that verify QR codes without asking the service */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                /** A JSON Web Key Set: a code is good when one of them verifies it. */
                keys: {
                  kty: 'OKP';
                  crv: 'Ed25519';
                  /** The public key, base64url. */
                  x: string;
                  use: 'sig';
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                mails: {
                  id: string;
                  kind: 'tickets' | 'new_code' | 'refund' | 'event_cancelled' | 'event_changed' | 'money_back';
                  /** About this ticket alone. */
                  ticket_id: string | null;
                  recipient: string;
                  /** sent: the mail server took it. dropped: there was nothing left to say when it was written. */
                  status: 'pending' | 'sent' | 'failed' | 'dropped';
                  attempts: number;
                  /** Why the last try failed. */
                  failure_reason: string | null;
                  created_at: string;
                  sent_at: string | null;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                kind: 'tickets' | 'new_code' | 'refund' | 'event_cancelled' | 'event_changed' | 'money_back';
                /** About this ticket alone. */
                ticket_id: string | null;
                recipient: string;
                /** sent: the mail server took it. dropped: there was nothing left to say when it was written. */
                status: 'pending' | 'sent' | 'failed' | 'dropped';
                attempts: number;
                /** Why the last try failed. */
                failure_reason: string | null;
                created_at: string;
                sent_at: string | null;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                kind: 'tickets' | 'new_code' | 'refund' | 'event_cancelled' | 'event_changed' | 'money_back';
                /** About this ticket alone. */
                ticket_id: string | null;
                recipient: string;
                /** sent: the mail server took it. dropped: there was nothing left to say when it was written. */
                status: 'pending' | 'sent' | 'failed' | 'dropped';
                attempts: number;
                /** Why the last try failed. */
                failure_reason: string | null;
                created_at: string;
                sent_at: string | null;
              };
            };
          };
        };
        default: Failure;
      };
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
          status?: 'valid' | 'checked_in' | 'refunded' | 'cancelled';
          q?: string;
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                event: {
                  id: string;
                  title: string;
                };
                attendees: {
                  ticket_id: string;
                  ticket_number: string;
                  status: 'valid' | 'checked_in' | 'refunded' | 'cancelled';
                  checked_in_at: string | null;
                  customer: {
                    name: string;
                    email: string;
                  };
                  /** Who comes with the ticket; null: nobody said, so the customer. */
                  attendee: {
                    name: string | null;
                    email: string | null;
                  } | null;
                  tier: {
                    name: string;
                    /** PHP, when it was bought */
                    price: number;
                  };
                  section: string | null;
                  row: string | null;
                  seat: number | null;
                  /** Of the code that admits: a door that checks by itself refuses others. */
                  revision: number;
                }[];
                meta: {
                  page: number;
                  total: number;
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/events/{id}/attendees.csv': {
    parameters: Nothing;
    /** Export the attendees of an event, all statuses unless narrowed */
    get: {
      parameters: {
        query?: {
          status?: 'valid' | 'checked_in' | 'refunded' | 'cancelled';
        };
        header?: never;
        path: {
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 200: { headers: Record<string, unknown>; content: { 'text/csv': string } }; default: Failure };
    };
  };
  '/events/{id}/door': {
    parameters: Nothing;
    /** Read what a door needs to admit without a network: keys and tickets, or what changed since */
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                event: {
                  id: string;
                  title: string;
                  status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                  start_datetime: string;
                  venue_name: string | null;
                };
                /** A JSON Web Key Set: a code is good when one of them verifies it. */
                keys: {
                  kty: 'OKP';
                  crv: 'Ed25519';
                  /** The public key, base64url. */
                  x: string;
                  use: 'sig';
                }[];
                tickets: {
                  id: string;
                  ticket_number: string;
                  /** Only valid is admitted. */
                  status: 'valid' | 'used' | 'refunded' | 'cancelled';
                  /** A code of another revision was replaced. */
                  revision: number;
                  checked_in_at: string | null;
                  customer: {
                    name: string;
                  };
                  tier: {
                    name: string;
                  };
                  section: string | null;
                  row: string | null;
                  seat: number | null;
                }[];
                /** Of the first page: ask with it for what changed meanwhile. Some tickets may come twice. */
                next_since: string;
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/promo-codes': {
    parameters: Nothing;
    /** Create a promo code for one event */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            event_id: string;
            /** Stored and matched upper-case. */
            code: string;
            discount_type: 'percentage' | 'fixed_amount';
            /** Percent (at most 100), or pesos off the whole order. */
            discount_amount: number;
            /** Unlimited if omitted. */
            usage_limit?: number | null;
            /** Not redeemable before this. */
            starts_at?: string | null;
            /** Not redeemable from then on. */
            expires_at?: string | null;
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                event_id: string;
                code: string;
                discount_type: 'percentage' | 'fixed_amount';
                /** Percent, or PHP off the whole order */
                discount_amount: number;
                usage_limit: number | null;
                /** Paid orders that used it. */
                usage_count: number;
                starts_at: string | null;
                expires_at: string | null;
                is_active: boolean;
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                promo_codes: {
                  id: string;
                  event_id: string;
                  code: string;
                  discount_type: 'percentage' | 'fixed_amount';
                  /** Percent, or PHP off the whole order */
                  discount_amount: number;
                  usage_limit: number | null;
                  /** Paid orders that used it. */
                  usage_count: number;
                  starts_at: string | null;
                  expires_at: string | null;
                  is_active: boolean;
                  created_at: string;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                event_id: string;
                code: string;
                discount_type: 'percentage' | 'fixed_amount';
                /** Percent, or PHP off the whole order */
                discount_amount: number;
                usage_limit: number | null;
                /** Paid orders that used it. */
                usage_count: number;
                starts_at: string | null;
                expires_at: string | null;
                is_active: boolean;
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            /** Stored and matched upper-case. */
            code?: string;
            discount_type?: 'percentage' | 'fixed_amount';
            /** Percent (at most 100), or pesos off the whole order. */
            discount_amount?: number;
            /** Unlimited if omitted. */
            usage_limit?: number | null;
            /** Not redeemable before this. */
            starts_at?: string | null;
            /** Not redeemable from then on. */
            expires_at?: string | null;
            is_active?: boolean | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                event_id: string;
                code: string;
                discount_type: 'percentage' | 'fixed_amount';
                /** Percent, or PHP off the whole order */
                discount_amount: number;
                usage_limit: number | null;
                /** Paid orders that used it. */
                usage_count: number;
                starts_at: string | null;
                expires_at: string | null;
                is_active: boolean;
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/analytics/sales': {
    parameters: Nothing;
    /** Read what was sold, exact at this instant */
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                /** PHP, paid minus refunded */
                total_revenue: number;
                /** Tickets valid or used */
                total_tickets_sold: number;
                total_orders: number;
                /** PHP */
                total_discounts: number;
                date_range: {
                  from: string | null;
                  to: string | null;
                };
                events: {
                  id: string;
                  title: string;
                  start_datetime: string;
                  capacity: number;
                  /** PHP */
                  revenue: number;
                  tickets_sold: number;
                  orders: number;
                  /** PHP */
                  discount_total: number;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/analytics/series': {
    parameters: Nothing;
    /** Read what was sold, hour by hour, day by day or month by month */
    get: {
      parameters: {
        query: {
          event_id?: string;
          from: string;
          to: string;
          by?: 'hour' | 'day' | 'month';
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                by: 'hour' | 'day' | 'month';
                time_zone: string;
                points: {
                  /** When the step begins. */
                  at: string;
                  orders: number;
                  /** Sold in these orders and valid or used now */
                  tickets: number;
                  /** PHP, paid minus refunded */
                  revenue: number;
                  /** PHP, of these orders, whenever it was given back */
                  refunds: number;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/payment-accounts': {
    parameters: Nothing;
    /** List the organization's accounts at payment providers, without their secrets */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                payment_accounts: {
                  provider: 'paymongo' | 'xendit';
                  /** New payments go here; otherwise it is kept for refunds. */
                  in_use: boolean;
                  /** Real money; otherwise the provider's test mode */
                  live: boolean;
                  methods: ('CARD' | 'GCASH' | 'MAYA' | 'GRABPAY' | 'QRPH' | 'BANK_TRANSFER')[];
                  /** For the provider's webhook settings */
                  notices_url: string;
                  updated_at: string;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
          provider: 'paymongo' | 'xendit';
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                provider: 'paymongo' | 'xendit';
                /** New payments go here; otherwise it is kept for refunds. */
                in_use: boolean;
                /** Real money; otherwise the provider's test mode */
                live: boolean;
                methods: ('CARD' | 'GCASH' | 'MAYA' | 'GRABPAY' | 'QRPH' | 'BANK_TRANSFER')[];
                /** For the provider's webhook settings */
                notices_url: string;
                updated_at: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Take payments with this account from now on; the provider is asked whether the key is good */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          provider: 'paymongo' | 'xendit';
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** Makes payments and refunds. Stored encrypted, never shown again. */
            secret_key: string;
            /** Proves the provider's notices. Stored encrypted, never shown again. */
            webhook_secret: string;
            /** Offer only these; omit for all that the account has. */
            methods?: ('CARD' | 'GCASH' | 'MAYA' | 'GRABPAY' | 'QRPH' | 'BANK_TRANSFER')[] | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                provider: 'paymongo' | 'xendit';
                /** New payments go here; otherwise it is kept for refunds. */
                in_use: boolean;
                /** Real money; otherwise the provider's test mode */
                live: boolean;
                methods: ('CARD' | 'GCASH' | 'MAYA' | 'GRABPAY' | 'QRPH' | 'BANK_TRANSFER')[];
                /** For the provider's webhook settings */
                notices_url: string;
                updated_at: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Take no more payments with this account; what was paid with it can still be sent back */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          provider: 'paymongo' | 'xendit';
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: { 204: { headers: Record<string, unknown>; content?: never }; default: Failure };
    };
  };
  '/audit-log': {
    parameters: Nothing;
    /** List who changed what, newest first */
    get: {
      parameters: {
        query?: {
          page?: number;
          per_page?: number;
          subject_id?: string;
          actor_id?: string;
          action?:
            | 'event.created'
            | 'event.updated'
            | 'event.duplicated'
            | 'event.completed'
            | 'tier.created'
            | 'tier.updated'
            | 'tier.deleted'
            | 'event.seats_planned'
            | 'event.seats_blocked'
            | 'event.seats_unblocked'
            | 'promo_code.created'
            | 'promo_code.updated'
            | 'webhook.created'
            | 'webhook.updated'
            | 'webhook.deleted'
            | 'webhook.secret_rotated'
            | 'order.refunded'
            | 'order.resent'
            | 'ticket.checked_in'
            | 'ticket.check_in_undone'
            | 'ticket.reissued'
            | 'ticket.resent'
            | 'subscription_tier.created'
            | 'subscription_tier.updated'
            | 'subscription.cancelled'
            | 'api_key.created'
            | 'api_key.revoked'
            | 'invitation.created'
            | 'invitation.deleted'
            | 'member.joined'
            | 'member.role_changed'
            | 'member.removed'
            | 'payment_account.set'
            | 'payment_account.removed'
            | 'organization.updated';
          from?: string;
          to?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                changes: {
                  id: string;
                  at: string;
                  actor: {
                    /** operator: at the command line; system: the service by itself */
                    kind: 'user' | 'key' | 'operator' | 'system';
                    id: string | null;
                    name: string | null;
                  };
                  action:
                    | 'event.created'
                    | 'event.updated'
                    | 'event.duplicated'
                    | 'event.completed'
                    | 'tier.created'
                    | 'tier.updated'
                    | 'tier.deleted'
                    | 'event.seats_planned'
                    | 'event.seats_blocked'
                    | 'event.seats_unblocked'
                    | 'promo_code.created'
                    | 'promo_code.updated'
                    | 'webhook.created'
                    | 'webhook.updated'
                    | 'webhook.deleted'
                    | 'webhook.secret_rotated'
                    | 'order.refunded'
                    | 'order.resent'
                    | 'ticket.checked_in'
                    | 'ticket.check_in_undone'
                    | 'ticket.reissued'
                    | 'ticket.resent'
                    | 'subscription_tier.created'
                    | 'subscription_tier.updated'
                    | 'subscription.cancelled'
                    | 'api_key.created'
                    | 'api_key.revoked'
                    | 'invitation.created'
                    | 'invitation.deleted'
                    | 'member.joined'
                    | 'member.role_changed'
                    | 'member.removed'
                    | 'payment_account.set'
                    | 'payment_account.removed'
                    | 'organization.updated';
                  subject_id: string;
                  before: Record<string, unknown> | null;
                  after: Record<string, unknown> | null;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/overview': {
    parameters: Nothing;
    /** Read today's sales, what is on sale, and what needs a hand */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                today: {
                  /** When the step begins. */
                  at: string;
                  orders: number;
                  /** Sold in these orders and valid or used now */
                  tickets: number;
                  /** PHP, paid minus refunded */
                  revenue: number;
                  /** PHP, of these orders, whenever it was given back */
                  refunds: number;
                };
                /** Published, the next one first; at most 20. */
                events: {
                  id: string;
                  title: string;
                  status: 'draft' | 'active' | 'paused' | 'hidden' | 'sold_out' | 'cancelled' | 'completed';
                  start_datetime: string;
                  seated: boolean;
                  capacity: number;
                  /** Tickets valid or used */
                  tickets_sold: number;
                  /** Tickets used */
                  checked_in: number;
                }[];
                /** The most urgent first. */
                needs_attention: {
                  kind:
                    | 'no_payment_account'
                    | 'payments_in_test_mode'
                    | 'refunds_failed'
                    | 'mails_failed'
                    | 'webhook_disabled'
                    | 'webhook_failing'
                    | 'draft_starts_soon';
                  /** 1 for what is told one by one */
                  count: number;
                  /** Of the webhook or event */
                  id: string | null;
                  /** The address of a webhook, the title of an event, or the provider */
                  name: string | null;
                  /** Since when; of a draft, when it starts */
                  since: string | null;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/live': {
    parameters: Nothing;
    /** Follow sales, check-ins and new orders as server-sent events, at most once a second */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: { headers: Record<string, unknown>; content: { 'text/event-stream': string } };
        default: Failure;
      };
    };
  };
  '/subscription-tiers': {
    parameters: Nothing;
    /** List the plans that fans subscribe to, cheapest first */
    get: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                tiers: {
                  id: string;
                  name: string;
                  description: string | null;
                  /** PHP */
                  price_monthly: number;
                  is_active: boolean;
                  perks: string[];
                  created_at: string;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Add a plan */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            name: string;
            price_monthly: number;
            description?: string | null;
            is_active?: boolean | null;
            perks?: string[] | null;
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                name: string;
                description: string | null;
                /** PHP */
                price_monthly: number;
                is_active: boolean;
                perks: string[];
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            name?: string;
            price_monthly?: number;
            description?: string | null;
            is_active?: boolean | null;
            perks?: string[] | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                name: string;
                description: string | null;
                /** PHP */
                price_monthly: number;
                is_active: boolean;
                perks: string[];
                created_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
          status?: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
          tier_id?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                subscriptions: {
                  id: string;
                  status: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
                  /** By the entitlement rules, at this instant. */
                  has_access: boolean;
                  tier: {
                    id: string;
                    name: string;
                    /** PHP */
                    price_monthly: number;
                  };
                  customer: {
                    id: string;
                    email: string;
                    name: string;
                  };
                  currency: string;
                  interval: string;
                  current_period_start: string;
                  current_period_end: string;
                  cancelled_at: string | null;
                  created_at: string;
                  updated_at: string;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Not yet available: no provider charges repeatedly */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                status: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
                /** By the entitlement rules, at this instant. */
                has_access: boolean;
                tier: {
                  id: string;
                  name: string;
                  /** PHP */
                  price_monthly: number;
                };
                customer: {
                  id: string;
                  email: string;
                  name: string;
                };
                currency: string;
                interval: string;
                current_period_start: string;
                current_period_end: string;
                cancelled_at: string | null;
                created_at: string;
                updated_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                status: 'active' | 'grace_period' | 'past_due' | 'cancelled' | 'expired';
                /** By the entitlement rules, at this instant. */
                has_access: boolean;
                tier: {
                  id: string;
                  name: string;
                  /** PHP */
                  price_monthly: number;
                };
                customer: {
                  id: string;
                  email: string;
                  name: string;
                };
                currency: string;
                interval: string;
                current_period_start: string;
                current_period_end: string;
                cancelled_at: string | null;
                created_at: string;
                updated_at: string;
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/webhooks': {
    parameters: Nothing;
    /** Register an endpoint; its secret is shown this once */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            /** Where to deliver: a public https address. */
            url: string;
            events: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                url: string;
                events: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
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
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                webhooks: {
                  id: string;
                  url: string;
                  events: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
                  is_active: boolean;
                  /** Why the service switched it off. */
                  disabled_reason: string | null;
                  /** First failure after the last success. */
                  failing_since: string | null;
                  created_at: string;
                  updated_at: string;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                url: string;
                events: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
                is_active: boolean;
                /** Why the service switched it off. */
                disabled_reason: string | null;
                /** First failure after the last success. */
                failing_since: string | null;
                created_at: string;
                updated_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      requestBody: {
        content: {
          'application/json': {
            /** Where to deliver: a public https address. */
            url?: string;
            events?: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
            is_active?: boolean | null;
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                url: string;
                events: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
                is_active: boolean;
                /** Why the service switched it off. */
                disabled_reason: string | null;
                /** First failure after the last success. */
                failing_since: string | null;
                created_at: string;
                updated_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                url: string;
                events: ('ticket.purchased' | 'ticket.refunded' | 'ticket.checked_in' | 'event.updated')[];
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
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                /** Identifies what happened: the same in every try and at every endpoint. */
                event_id: string;
                type: string;
                status: 'pending' | 'succeeded' | 'failed';
                attempts: number;
                response_status: number | null;
                last_attempt_at: string | null;
                next_attempt_at: string | null;
                created_at: string;
                /** Oldest first. */
                attempt_log: {
                  at: string;
                  duration_ms: number;
                  response_status: number | null;
                  /** Why there was no full answer. */
                  error: string | null;
                  /** First 1 KB of the answer. */
                  response: string | null;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                deliveries: {
                  id: string;
                  /** Identifies what happened: the same in every try and at every endpoint. */
                  event_id: string;
                  type: string;
                  status: 'pending' | 'succeeded' | 'failed';
                  attempts: number;
                  response_status: number | null;
                  last_attempt_at: string | null;
                  next_attempt_at: string | null;
                  created_at: string;
                  /** Oldest first. */
                  attempt_log: {
                    at: string;
                    duration_ms: number;
                    response_status: number | null;
                    /** Why there was no full answer. */
                    error: string | null;
                    /** First 1 KB of the answer. */
                    response: string | null;
                  }[];
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                /** Identifies what happened: the same in every try and at every endpoint. */
                event_id: string;
                type: string;
                status: 'pending' | 'succeeded' | 'failed';
                attempts: number;
                response_status: number | null;
                last_attempt_at: string | null;
                next_attempt_at: string | null;
                created_at: string;
                /** Oldest first. */
                attempt_log: {
                  at: string;
                  duration_ms: number;
                  response_status: number | null;
                  /** Why there was no full answer. */
                  error: string | null;
                  /** First 1 KB of the answer. */
                  response: string | null;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
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
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                api_keys: {
                  id: string;
                  name: string;
                  scopes: ('read' | 'sell' | 'door' | 'all')[];
                  /** How the key ends: all of it that can be seen later. */
                  last_four: string;
                  created_at: string;
                  expires_at: string | null;
                  /** To the minute. */
                  last_used_at: string | null;
                  revoked_at: string | null;
                }[];
                meta: {
                  page: number;
                  per_page: number;
                  total: number;
                  total_pages: number;
                  /** true when further pages exist */
                  has_more: boolean;
                };
              };
            };
          };
        };
        default: Failure;
      };
    };
    /** Create an API key; it is shown this once */
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            name: string;
            /** read: every GET. sell: checkouts, and read. door: check-in. all: everything. */
            scopes: ('read' | 'sell' | 'door' | 'all')[];
            /** Absent or null: it works until it is revoked. */
            expires_at?: string | null;
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                name: string;
                scopes: ('read' | 'sell' | 'door' | 'all')[];
                /** How the key ends: all of it that can be seen later. */
                last_four: string;
                created_at: string;
                expires_at: string | null;
                /** To the minute. */
                last_used_at: string | null;
                revoked_at: string | null;
                /** Shown this once. */
                key: string;
              };
            };
          };
        };
        default: Failure;
      };
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
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody?: never;
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                members: {
                  user_id: string;
                  name: string;
                  email: string;
                  role: 'viewer' | 'door' | 'manager' | 'owner';
                  totp_enabled: boolean;
                  joined_at: string;
                  /** Of the sessions that are open, to the minute. */
                  last_seen_at: string | null;
                }[];
                invitations: {
                  id: string;
                  email: string;
                  role: 'viewer' | 'door' | 'manager' | 'owner';
                  created_at: string;
                  expires_at: string;
                }[];
              };
            };
          };
        };
        default: Failure;
      };
    };
  };
  '/team/{user_id}': {
    parameters: Nothing;
    /** Change the role of a member; it counts from their next request on */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          user_id: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': {
            /** owner: everything. manager: all but team, keys and settings. door: check-in. viewer: reads. */
            role: 'viewer' | 'door' | 'manager' | 'owner';
          };
        };
      };
      responses: {
        200: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                user_id: string;
                name: string;
                email: string;
                role: 'viewer' | 'door' | 'manager' | 'owner';
                totp_enabled: boolean;
                joined_at: string;
                /** Of the sessions that are open, to the minute. */
                last_seen_at: string | null;
              };
            };
          };
        };
        default: Failure;
      };
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
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: {
        content: {
          'application/json': {
            email: string;
            /** owner: everything. manager: all but team, keys and settings. door: check-in. viewer: reads. */
            role: 'viewer' | 'door' | 'manager' | 'owner';
          };
        };
      };
      responses: {
        201: {
          headers: Record<string, unknown>;
          content: {
            'application/json': {
              data: {
                id: string;
                email: string;
                role: 'viewer' | 'door' | 'manager' | 'owner';
                created_at: string;
                expires_at: string;
              };
            };
          };
        };
        default: Failure;
      };
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
