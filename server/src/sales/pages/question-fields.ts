import { type AskedQuestion, THE_ORDER } from '../../checkouts/asked-questions.ts';
import type { CheckoutWithSeats } from '../../checkouts/checkout.ts';
import { Html, html } from '../../platform/http/pages/html.ts';
import { TICKED } from '../../questions/answer-value.ts';
import { MAX_ANSWER_LENGTH, type Question } from '../../questions/question.ts';
import { seatLabel } from '../../seating/seat.ts';
import type { Language } from '../../values/language.ts';
import type { FormValues, Problem } from './form-values.ts';
import { optionTexts } from './option-texts.ts';
import type { EventOfPage } from './queries.ts';
import { questionTexts } from './question-texts.ts';
import { answerFieldName } from './question-values.ts';
import { ticketGroups } from './ticket-groups.ts';

interface QuestionForm {
  checkout: CheckoutWithSeats;
  event: Pick<EventOfPage, 'asked' | 'organizationName'>;
  language: Language;
  values: FormValues;
  problems: Problem[];
}

/** The organizer's questions, first those of the order, then those of each ticket; false when nothing is asked. */
export function questionFields(form: QuestionForm): Html | false {
  const { asked, organizationName } = form.event;
  if (asked.length === 0) return false;
  const byTicket = [...Map.groupBy(asked, ({ ticket }) => ticket)];
  const ofOrder = asked.filter(({ ticket }) => ticket === THE_ORDER);
  return html`<section class="fields questions" aria-labelledby="questions">
<h2 id="questions">${questionTexts[form.language].heading(organizationName)}</h2>
${ofOrder.map((one) => field(one, form))}
${ticketGroups(
  byTicket.filter(([ticket]) => ticket !== THE_ORDER),
  {
    number: ([ticket]) => ticket,
    isToFillIn: ([, asked]) => asked.some((one) => isToAnswer(one, form)),
    isWrong: ([ticket]) => form.problems.some((one) => one.label !== undefined && one.ticket === ticket),
    fields: (ticket) => ticketFields(ticket, form),
  },
  optionTexts[form.language],
)}
</section>`;
}

type OfTicket = [ticket: number, asked: AskedQuestion[]];

const isToAnswer = ({ question, ticket }: AskedQuestion, { values }: QuestionForm) =>
  question.required && !values.answers.get(answerFieldName(question.id, ticket));

function ticketFields([ticket, asked]: OfTicket, form: QuestionForm): Html {
  const seat = form.checkout.seats?.[ticket - 1];
  return html`<fieldset>
<legend>${optionTexts[form.language].attendees.ticket(ticket, seat ? seatLabel(seat) : null)}</legend>
${asked.map((one) => field(one, form))}</fieldset>
`;
}

function field({ question, ticket }: AskedQuestion, { values, problems, language }: QuestionForm): Html {
  const id = answerFieldName(question.id, ticket);
  const problem = problems.find((one) => one.field === id);
  const { label, help, required } = question;
  const notes = [help !== null && `${id}_help`, problem && `${id}_error`].filter(Boolean).join(' ');
  const attributes = html`id="${id}" name="${id}"${required && new Html(' required')}${
    problem && new Html(' aria-invalid="true"')
  }${notes !== '' && html` aria-describedby="${notes}"`}`;
  const control = CONTROLS[question.kind](question, { attributes, value: values.answers.get(id) ?? '', language });
  const name = html`${label}${!required && html` <small>${questionTexts[language].optional}</small>`}`;
  const asked =
    question.kind === 'checkbox'
      ? html`<label class="choice">${control}<span>${name}</span></label>`
      : html`<label for="${id}">${name}</label>
${control}`;
  return html`<div class="question">
${asked}
${help !== null && html`<p id="${id}_help" class="quiet words">${help}</p>`}
${problem && html`<p id="${id}_error" class="wrong">${optionTexts[language].problems[problem.rule](problem)}</p>`}
</div>
`;
}

interface Control {
  attributes: Html;
  value: string;
  language: Language;
}

const CONTROLS: Record<Question['kind'], (question: Question, control: Control) => Html> = {
  text: (_question, { attributes, value }) =>
    html`<input type="text" ${attributes} maxlength="${MAX_ANSWER_LENGTH}" autocomplete="off" value="${value}">`,
  date: (_question, { attributes, value }) => html`<input type="date" ${attributes} value="${value}">`,
  checkbox: (_question, { attributes, value }) =>
    html`<input type="checkbox" ${attributes} value="${TICKED}"${value === TICKED && new Html(' checked')}>`,
  choice: ({ options }, { attributes, value, language }) => html`<select ${attributes}>
<option value="">${questionTexts[language].choose}</option>
${options.map(
  (option) => html`<option value="${option}"${option === value && new Html(' selected')}>${option}</option>
`,
)}</select>`,
};
