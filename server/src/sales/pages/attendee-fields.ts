import type { Attendee } from '../../checkouts/attendee.ts';
import type { CheckoutWithSeats } from '../../checkouts/checkout.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../../platform/http/contract/fields.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { seatLabel } from '../../seating/seat.ts';
import { attendeeFieldName, type FormValues, type Problem } from './form-values.ts';
import type { OptionTexts } from './option-texts.ts';
import type { EventOfPage } from './queries.ts';
import { foldable, ticketGroups } from './ticket-groups.ts';

interface AttendeeForm {
  checkout: CheckoutWithSeats;
  event: Pick<EventOfPage, 'attendeeDetails' | 'admissions'>;
  values: FormValues;
  problems: Problem[];
}

interface AskedTicket {
  number: number;
  legend: string;
  attendee: { name: string; email: string };
  isRequired: boolean;
  problems: Problem[];
}

/** Fields for the name and e-mail address of each attendee; false when the page asks for none. */
export function attendeeFields({ checkout, event, values, problems }: AttendeeForm, texts: OptionTexts): Html | false {
  const { seats } = checkout;
  const { admissions } = event;
  const isRequired = event.attendeeDetails === 'required';
  const tickets = values.attendees.map((attendee, index): AskedTicket => {
    const number = index + 1;
    const seat = seats?.[index];
    const legend = texts.attendees.ticket(number, seat ? seatLabel(seat) : null);
    return { number, legend, attendee, isRequired, problems: problems.filter(({ ticket }) => ticket === number) };
  });
  if (tickets.length === 0) return false;
  const fields = ticketGroups(
    tickets,
    { number: ({ number }) => number, isToFillIn, isWrong, fields: (ticket) => ticketFields(ticket, texts) },
    texts,
  );
  const isBegun = tickets.some((ticket) => !isBlank(ticket) || isWrong(ticket));
  return html`<section aria-labelledby="attendees">
<h2 id="attendees">${texts.attendees.heading(admissions)}</h2>
<p class="quiet">${isRequired ? texts.attendees.required : texts.attendees.optional} ${texts.attendees.mailed}</p>
${admissions > tickets.length && html`<p class="quiet">${texts.attendees.onlyFirst(tickets.length, admissions)}</p>`}
${isRequired ? fields : foldable(texts.attendees.add(admissions), isBegun, fields)}
</section>`;
}

const isBlank = ({ attendee: { name, email } }: AskedTicket) => name === '' && email === '';
const isWrong = ({ problems }: AskedTicket) => problems.length > 0;
const isToFillIn = ({ isRequired, attendee: { name, email } }: AskedTicket) =>
  isRequired && (name === '' || email === '');

function ticketFields({ number, legend, attendee, isRequired, problems }: AskedTicket, texts: OptionTexts): Html {
  const field = (part: keyof Attendee, attributes: Html) => {
    const id = attendeeFieldName(number, part);
    const problem = problems.find((one) => one.field === id);
    return html`<label for="${id}">${texts.attendees[part]}</label>
<input id="${id}" name="${id}" value="${attendee[part]}" ${attributes}${isRequired && new Html(' required')}${
      problem && html` aria-invalid="true" aria-describedby="${id}_error"`
    }>
${problem && html`<p id="${id}_error" class="wrong">${texts.problems[problem.rule](problem)}</p>`}`;
  };
  // A section per ticket, so that the browser's autofill treats each attendee as another person.
  const section = `section-ticket${number}`;
  return html`<fieldset class="attendee">
<legend>${legend}</legend>
${field('name', html`type="text" maxlength="${MAX_NAME_LENGTH}" autocomplete="${section} name"`)}
${field('email', html`type="email" maxlength="${MAX_EMAIL_LENGTH}" autocomplete="${section} email" autocapitalize="off" spellcheck="false"`)}
</fieldset>
`;
}
