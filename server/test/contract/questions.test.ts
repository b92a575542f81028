import { describe, expect, test } from 'vitest';
import { answerCheckout } from '../../src/checkouts/answer-checkout.ts';
import { parseCheckoutCode } from '../../src/checkouts/checkout.ts';
import { sabotaged } from '../databases/sabotage.ts';
import { CUSTOMER, type EventOnSale, useBoxOffice } from '../fixtures/box-office.ts';
import { UNKNOWN_ID, UUID_V7 } from '../fixtures/test-service.ts';

interface Question {
  id: string;
  label: string;
  tier_ids: string[] | null;
}

const office = await useBoxOffice();
const asks = (event: { id: string }, fields: object) =>
  office.call<Question>('POST', `/events/${event.id}/questions`, {
    asked_of: 'order',
    kind: 'text',
    label: 'Company',
    ...fields,
  });
const ask = async (event: { id: string }, fields: object = {}) => (await asks(event, fields)).data;
const list = async (event: { id: string }) =>
  (await office.call<{ questions: Question[] }>('GET', `/events/${event.id}/questions`)).data.questions;
const change = (id: string, fields: object) => office.call<Question>('PUT', `/questions/${id}`, fields);
const remove = (id: string) => office.call('DELETE', `/questions/${id}`);

/** An event with a question of each kind, of the order and of each ticket. */
async function askedEvent(fields: Record<string, unknown> = {}) {
  const event = await office.event({ price: 0, ...fields });
  return {
    event,
    company: await ask(event, { label: 'Company <b>& Co</b>', help: 'As on the <i>invoice</i>' }),
    news: await ask(event, { kind: 'checkbox', label: 'Send me news' }),
    meal: await ask(event, {
      ...{ asked_of: 'ticket', kind: 'choice', label: 'Meal', options: ['Fish', 'Rice "plain"'] },
      ...{ required: true, at_door: true },
    }),
    born: await ask(event, { asked_of: 'ticket', kind: 'date', label: 'Born on' }),
  };
}
const field = (question: { id: string }, ticket = 0) => `q_${question.id.slice(-12)}_${ticket}`;

describe('GET and POST /events/{id}/questions', () => {
  test('answers 201 with the question, after the others, and lists them in order', async () => {
    const event = await office.event();
    const vip = await office.tier(event);
    const { status, data } = await asks(event, { label: ' Company ', help: ' ' });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: expect.stringMatching(UUID_V7),
      ...{ asked_of: 'order', kind: 'text', label: 'Company', help: null, options: [], required: false },
      ...{ at_door: false, tier_ids: null, sort_order: 0 },
    });
    const fields = { asked_of: 'ticket', kind: 'choice', label: 'Shirt', help: 'Unisex', options: ['S', ' M '] };
    const more = { required: true, at_door: true, tier_ids: [vip.toUpperCase(), vip] };
    const shirt = await ask(event, { ...fields, ...more });
    expect(shirt).toMatchObject({ ...fields, ...more, options: ['S', 'M'], tier_ids: [vip], sort_order: 1 });
    const first = await ask(event, { sort_order: -1, options: null, tier_ids: null });
    expect(await list(event)).toEqual([first, data, shirt]);
  });

  test('adds one after the largest sort_order, which is the largest that can be sent', async () => {
    const event = await office.event();
    const last = await ask(event, { sort_order: 1_000_000 });
    office.wait(1);
    const added = await ask(event);
    expect(added).toMatchObject({ sort_order: 1_000_000 });
    expect(await list(event)).toEqual([last, added]);
  });

  test.each([
    [{ kind: 'choice' }, 'options_required', 'options'],
    [{ kind: 'choice', options: [] }, 'options_required', 'options'],
    [{ kind: 'text', options: ['A'] }, 'options_not_expected', 'options'],
    [{ kind: 'choice', options: ['A', ' A '] }, 'same_option_twice', 'options'],
    [{ kind: 'number' }, 'invalid_field', 'kind'],
    [{ label: ' ' }, 'invalid_field', 'label'],
    [{ label: 'x'.repeat(201) }, 'invalid_field', 'label'],
    [{ help: 'x'.repeat(501) }, 'invalid_field', 'help'],
    [{ kind: 'choice', options: ['x'.repeat(101)] }, 'invalid_field', 'options[0]'],
    [{ kind: 'choice', options: Array.from({ length: 51 }, String) }, 'invalid_field', 'options'],
  ])('refuses %j', async (fields, code, at) => {
    expect(await asks(await office.event(), fields)).toMatchObject({ status: 400, code, field: at });
  });

  test('refuses a tier of another event, an add-on for each ticket, and an eleventh question', async () => {
    const [event, other] = [await office.event(), await office.event()];
    expect(await asks(event, { tier_ids: [other.tierId] })).toMatchObject({ status: 404, code: 'tier_not_found' });
    const shirt = await office.tier(event, { admission: false });
    expect(await asks(event, { asked_of: 'ticket', tier_ids: [shirt] })).toMatchObject({
      ...{ status: 400, code: 'question_of_add_on', field: 'tier_ids' },
    });
    expect((await asks(event, { tier_ids: [shirt] })).status).toBe(201);
    await Promise.all(Array.from({ length: 12 }, () => asks(event, {})));
    expect(await list(event)).toHaveLength(10);
    expect(await asks(event, {})).toMatchObject({ status: 409, code: 'too_many_questions', details: { max: 10 } });
  });
});

describe('PUT and DELETE /questions/{id}', () => {
  test('changes what is sent; asked_of and kind stay; a deleted tier is left out', async () => {
    const event = await office.event();
    const vip = await office.tier(event);
    const question = await ask(event, { help: 'Full name', tier_ids: [vip, event.tierId] });
    const { data } = await change(question.id, { label: 'Employer', required: true, kind: 'text', help: null });
    expect(data).toEqual({ ...question, label: 'Employer', required: true, help: null });
    await office.call('DELETE', `/tiers/${vip}`);
    expect(await list(event)).toEqual([{ ...data, tier_ids: [event.tierId] }]);
    expect((await change(question.id, { tier_ids: null })).data.tier_ids).toBeNull();
    for (const [fields, at] of [
      [{ asked_of: 'ticket' }, 'asked_of'],
      [{ kind: 'date' }, 'kind'],
    ] as const)
      expect(await change(question.id, fields)).toMatchObject({ status: 409, code: 'question_fixed', field: at });
  });

  test('a deleted question is gone, and both are in the audit log without answers', async () => {
    const event = await office.event();
    const question = await ask(event);
    // Entries of the same millisecond have no order.
    office.wait(1);
    await change(question.id, { label: 'Employer' });
    office.wait(1);
    expect((await remove(question.id)).status).toBe(204);
    expect(await list(event)).toEqual([]);
    expect(await remove(question.id)).toMatchObject({ status: 404, code: 'question_not_found' });
    expect(await change(question.id, {})).toMatchObject({ status: 404 });
    const { data } = await office.callAsOwner<{ changes: object[] }>('GET', `/audit-log?subject_id=${question.id}`);
    expect(data.changes).toMatchObject([
      { action: 'question.deleted', after: null },
      { action: 'question.updated', before: { label: 'Company' }, after: { label: 'Employer' } },
      { action: 'question.created', before: null, after: { event_id: event.id, label: 'Company' } },
    ]);
  });

  test('a copy of the event asks the same, of its own tiers', async () => {
    const event = await office.event();
    const question = await ask(event, { tier_ids: [event.tierId], help: 'Why' });
    const { data: copy } = await office.call<EventOnSale & { ticket_tiers: { id: string }[] }>(
      'POST',
      `/events/${event.id}/duplicate`,
    );
    const [copied, ...others] = await list(copy);
    expect(others).toEqual([]);
    expect(copied).toEqual({
      ...question,
      id: expect.not.stringMatching(question.id),
      tier_ids: [copy.ticket_tiers[0]?.id],
    });
  });
});

describe('the hosted page', () => {
  const open = async (event: { id: string }, fields: Record<string, unknown> = {}) => {
    const checkout = await office.checkout(event, fields);
    return { checkout, page: await office.browser.open(checkout.checkout_url) };
  };
  const errorOf = (html: string, id: string) =>
    html.match(new RegExp(`<p id="${id}_error" class="wrong">([^<]*)</p>`))?.[1];

  test('asks of the order, then of each ticket, and escapes the organizer’s words', async () => {
    const { event, company, news, meal, born } = await askedEvent();
    const { page } = await open(event, { quantity: 2 });
    expect(page.forms[0]?.fields.map(({ name, type }) => [name, type]).slice(0, 6)).toEqual([
      [field(company), 'text'],
      [field(news), 'checkbox'],
      ...[1, 2].flatMap((ticket) => [
        [field(meal, ticket), expect.anything()],
        [field(born, ticket), 'date'],
      ]),
    ]);
    expect(page.html).toContain('Company &lt;b&gt;&amp; Co&lt;/b&gt;');
    expect(page.html).toContain('As on the &lt;i&gt;invoice&lt;/i&gt;');
    expect(page.html).toContain('value="Rice &quot;plain&quot;"');
    const filipino = await office.browser.open(`${page.url}?lang=fil`);
    expect(filipino.text).toContain('puwedeng laktawan');
  });

  test('a free order needs what is required too; what was entered is kept, and the answers are with order, attendees and door', async () => {
    const { event, company, news, meal, born } = await askedEvent();
    const { checkout, page } = await open(event, { quantity: 2, attendees: [{ name: 'Crisostomo Ibarra' }, {}] });
    const entered = { [field(company)]: ' Likha, Inc. ', [field(meal, 1)]: 'Fish', [field(born, 1)]: '2001-02-30' };
    const refused = await office.browser.submit(page, { fields: entered });
    expect(refused.status).toBe(400);
    expect(errorOf(refused.html, field(meal, 1))).toBeUndefined();
    expect(errorOf(refused.html, field(born, 1))).toBe('Ticket 1: please enter a date in “Born on”.');
    expect(errorOf(refused.html, field(meal, 2))).toBe('Ticket 2: please answer “Meal”.');
    expect(refused.forms[0]?.fields.find(({ name }) => name === field(company))?.value).toBe('Likha, Inc.');
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'open' });
    const mended = { [field(born, 1)]: '2001-02-28', [field(meal, 2)]: 'Rice "plain"', [field(news)]: 'true' };
    await Promise.all([1, 2].map(() => office.browser.submit(refused, { fields: mended })));

    const { order_id, ticket_ids } = await office.stateOf(checkout.checkout_id);
    const ofOrder = [
      { question_id: company.id, asked_of: 'order', kind: 'text', label: company.label, value: 'Likha, Inc.' },
      { question_id: news.id, asked_of: 'order', kind: 'checkbox', label: 'Send me news', value: 'true' },
    ];
    const eats = { question_id: meal.id, asked_of: 'ticket', kind: 'choice', label: 'Meal' };
    const date = { question_id: born.id, asked_of: 'ticket', kind: 'date', label: 'Born on', value: '2001-02-28' };
    const ofTickets = [[{ ...eats, value: 'Fish' }, date], [{ ...eats, value: 'Rice "plain"' }]];
    const order = await office.call<{
      answers: unknown;
      tickets: { id: string; answers: unknown }[];
      tickets_url: string;
    }>('GET', `/orders/${order_id}`);
    expect(order.data).toMatchObject({ answers: ofOrder, tickets: ofTickets.map((answers) => ({ answers })) });
    const { data } = await office.call('GET', `/events/${event.id}/attendees`);
    expect(data.attendees).toMatchObject(ofTickets.map((answers) => ({ answers: [...ofOrder, ...answers] })));
    const ordersPage = await office.browser.open(order.data.tickets_url);
    expect(ordersPage.html).toContain('Company &lt;b&gt;&amp; Co&lt;/b&gt;');
    expect(ordersPage.text).toContain('Likha, Inc.');
    expect(ordersPage.html).toMatch(/<h3>Ticket [\w-]+ · Crisostomo Ibarra<\/h3>\s*<dl[^>]*><dt>Meal<\/dt><dd>Fish</);
    expect(ordersPage.html).toMatch(/<h3>Ticket [\w-]+<\/h3>/);
    const door = await office.call<{ tickets: { answers: unknown }[] }>('GET', `/events/${event.id}/door`);
    expect(door.data.tickets.map(({ answers }) => answers)).toEqual(ofTickets.map(([first]) => [first]));
    const first = order.data.tickets.find(({ answers }) => JSON.stringify(answers).includes('Fish'))?.id;
    expect(ticket_ids).toContain(first);
    const scan = await office.call('POST', `/tickets/${first}/check-in`);
    expect(scan.data).toMatchObject({ answers: [{ ...eats, value: 'Fish' }] });
  });

  test('asks about the tiers that are bought alone', async () => {
    const event = await office.event({ price: 0 });
    const vip = await office.tier(event, { price: 0 });
    const ofVip = await ask(event, { tier_ids: [vip], required: true });
    const ofTicket = await ask(event, { asked_of: 'ticket', tier_ids: [vip] });
    const asked = async (fields: object) =>
      (await open(event, { ...fields })).page.forms[0]?.fields
        .map(({ name }) => name)
        .filter((name) => name.startsWith('q_'));
    expect(await asked({ quantity: 2 })).toEqual([]);
    const items = [
      { tier_id: event.tierId, quantity: 1 },
      { tier_id: vip, quantity: 1 },
    ];
    expect(await asked({ items })).toEqual([field(ofVip), field(ofTicket, 2)]);
  });

  test('a question deleted meanwhile is dropped; one that is new, or has other options, is asked again', async () => {
    const { event, company, meal } = await askedEvent();
    const { checkout, page } = await open(event);
    await remove(company.id);
    const vegan = await ask(event, { label: 'Vegan?', required: true });
    await change(meal.id, { options: ['Rice "plain"'], label: 'Your meal' });
    const fields = { [field(company)]: 'Likha', [field(meal, 1)]: 'Fish' };
    const refused = await office.browser.submit(page, { fields });
    expect(errorOf(refused.html, field(meal, 1))).toMatch(/the options of “Your meal” have changed/);
    expect(errorOf(refused.html, field(vegan))).toBe('Please answer “Vegan?”.');
    await office.browser.submit(refused, { fields: { [field(vegan)]: 'No', [field(meal, 1)]: 'Rice "plain"' } });
    const { order_id } = await office.stateOf(checkout.checkout_id);
    const { data } = await office.call('GET', `/orders/${order_id}`);
    expect(data).toMatchObject({
      answers: [{ label: 'Vegan?', value: 'No' }],
      tickets: [{ answers: [{ value: 'Rice "plain"' }] }],
    });

    await change(vegan.id, { label: 'Do you eat meat?' });
    await remove(meal.id);
    const after = (await office.call('GET', `/orders/${order_id}`)).data;
    expect(after).toMatchObject({ answers: data.answers, tickets: [{ answers: [{ label: 'Your meal' }] }] });
  });

  test('a hundred tickets with ten answers each fit into the form', async () => {
    const event = await office.event({ price: 0 });
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => ask(event, { asked_of: 'ticket', required: true })),
    );
    const checkout = await office.checkout(event, { quantity: 100 });
    const answers = asked.flatMap((one) =>
      Array.from({ length: 100 }, (_, index) => [field(one, index + 1), 'Twenty letters to say']),
    );
    const { statusCode } = await office.inject({
      method: 'POST',
      url: new URL(`${checkout.checkout_url}/pay`).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(answers).toString(),
    });
    expect(statusCode).toBe(303);
    expect(await office.stateOf(checkout.checkout_id)).toMatchObject({ status: 'completed' });
  });

  test('what another tab saves after the order was paid changes nothing; control: without the guard it does', async () => {
    const event = await office.event({ price: 0 });
    const { id: questionId, label } = await ask(event);
    const { checkout, page } = await open(event);
    await office.browser.submit(page, { fields: { [field({ id: questionId })]: 'first' } });
    const { order_id } = await office.stateOf(checkout.checkout_id);
    const answered = async () => (await office.call('GET', `/orders/${order_id}`)).data.answers;
    const late = {
      ...{ organizationId: office.organizationId, eventId: event.id, now: office.now() },
      checkoutId: parseCheckoutCode(checkout.checkout_id)?.id ?? '',
      ...{
        quantity: 1,
        attendees: null,
        consent: null,
        answers: [{ questionId, ticket: 0, label, value: 'late' }],
      },
    };
    expect(await answerCheckout(office.db, late)).toBe(false);
    expect(await answered()).toMatchObject([{ value: 'first' }]);
    const unguarded = sabotaged(office.db, [["and status = 'open' and quantity = ", 'and quantity = ']], new Set());
    expect(await answerCheckout(unguarded, late)).toBe(true);
    expect(await answered()).toMatchObject([{ value: 'late' }]);
  });

  test('keeps what was entered when a promo code is applied and the language changes', async () => {
    const { event, company, news } = await askedEvent({ price: 500 });
    const code = { event_id: event.id, code: 'EARLY', discount_type: 'fixed_amount', discount_amount: 50 };
    await office.call('POST', '/promo-codes', code);
    const { page } = await open(event);
    const entered = { [field(company)]: 'Likha', [field(news)]: 'true', promo_code: 'EARLY' };
    const next = await office.browser.submit(page, { press: 'Apply', fields: entered });
    const values = next.forms[0]?.fields.filter(({ name }) => [field(company), field(news)].includes(name));
    expect(values).toMatchObject([{ value: 'Likha' }, { checked: true }]);
  });
});

describe('answers in POST /checkouts', () => {
  test('are validated, shown on the page, and replaced by what the buyer enters', async () => {
    const { event, company, meal, news } = await askedEvent();
    const answer = (question: { id: string }, value: string) => ({ question_id: question.id.toUpperCase(), value });
    const checkout = await office.checkout(event, {
      quantity: 2,
      answers: [answer(company, 'Likha'), answer(news, 'false')],
      attendees: [{ answers: [answer(meal, '')] }, { name: 'Ben', answers: [answer(meal, 'Fish')] }],
    });
    const page = await office.browser.open(checkout.checkout_url);
    const refused = await office.browser.submit(page, { fields: { [field(company)]: 'Likha, Inc.' } });
    expect(errorOf(refused.html, field(meal, 2))).toBeUndefined();
    await office.browser.submit(refused, { fields: { [field(meal, 1)]: 'Fish' } });
    const { order_id } = await office.stateOf(checkout.checkout_id);
    expect((await office.call('GET', `/orders/${order_id}`)).data).toMatchObject({
      answers: [{ value: 'Likha, Inc.' }],
      tickets: [{ answers: [{ value: 'Fish' }] }, { answers: [{ value: 'Fish' }] }],
    });
  });
  const errorOf = (html: string, id: string) => html.includes(`id="${id}_error"`) || undefined;

  test('that fit no question are 400 with their field, and hold nothing', async () => {
    const { event, company, meal, born, news } = await askedEvent();
    const elsewhere = await ask(await office.event());
    const send = (fields: object) => office.askCheckout(event, { quantity: 1, ...fields });
    const ofOrder = (question: { id: string }, value = 'x') => ({ answers: [{ question_id: question.id, value }] });
    const ofTicket = (question: { id: string }, value: string) => ({ attendees: [ofOrder(question, value)] });
    for (const [fields, code, at] of [
      [ofOrder(elsewhere), 'question_not_asked', 'answers[0].question_id'],
      [ofOrder({ id: UNKNOWN_ID }), 'question_not_asked', 'answers[0].question_id'],
      [ofOrder(meal, 'Fish'), 'question_not_asked', 'answers[0].question_id'],
      [ofTicket(company, 'x'), 'question_not_asked', 'attendees[0].answers[0].question_id'],
      [{ attendees: [{}, ofOrder(meal, 'Fish')] }, 'question_not_asked', 'attendees[1].answers[0].question_id'],
      [
        { answers: [...ofOrder(company).answers, ...ofOrder(company).answers] },
        'question_answered_twice',
        'answers[1].question_id',
      ],
      [ofTicket(meal, 'Beef'), 'invalid_answer', 'attendees[0].answers[0].value'],
      [ofTicket(born, '2001-02-30'), 'invalid_answer', 'attendees[0].answers[0].value'],
      [ofOrder(news, 'yes'), 'invalid_answer', 'answers[0].value'],
      [ofOrder(company, 'x'.repeat(501)), 'invalid_field', 'answers[0].value'],
      [ofOrder(company, 'a\0b'), 'invalid_field', 'answers[0].value'],
      [{ answers: [{ question_id: 'x', value: 'x' }] }, 'invalid_field', 'answers[0].question_id'],
    ] as const)
      expect(await send(fields)).toMatchObject({ status: 400, code, field: at });
    expect(await office.counters(event)).toEqual({ sold: 0, held: 0 });
  });

  test('may have 500 characters: an emoji is one', async () => {
    const { event, company } = await askedEvent();
    const answers = [{ question_id: company.id, value: '😀'.repeat(500) }];
    expect(await office.askCheckout(event, { answers })).toMatchObject({ status: 201 });
  });
});

describe('answers in PUT /checkouts/{id}', () => {
  test('replace all about the tickets; what fits no question changes nothing', async () => {
    const { event, meal, born } = await askedEvent();
    const answers = (...given: [{ id: string }, string][]) => ({
      answers: given.map(([{ id: question_id }, value]) => ({ question_id, value })),
    });
    const { checkout_id, checkout_url } = await office.checkout(event, {
      quantity: 2,
      attendees: [answers([meal, 'Fish'], [born, '2001-02-03']), answers([meal, 'Fish'])],
    });
    const send = (...attendees: object[]) => office.call('PUT', `/checkouts/${checkout_id}`, { attendees });
    const refused = await send(answers([meal, 'Beef']));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_answer', field: 'attendees[0].answers[0].value' });
    expect((await send({ name: 'Ben', ...answers([meal, 'Rice "plain"']) })).status).toBe(200);
    const { forms } = await office.browser.open(checkout_url);
    const entered = new Map(forms.flatMap(({ fields }) => fields.map(({ name, value }) => [name, value])));
    expect([field(meal, 1), field(born, 1), field(meal, 2)].map((name) => entered.get(name))).toEqual([
      'Rice "plain"',
      '',
      '',
    ]);
  });
});

describe('answers as personal data', () => {
  test('have a column for each question in the CSV, safe for spreadsheets', async () => {
    const { event, company, meal } = await askedEvent();
    const gone = await ask(event, { label: '=HYPERLINK("x")' });
    await office.buy(event, {
      answers: [
        { question_id: company.id, value: '=1+1' },
        { question_id: gone.id, value: 'kept' },
      ],
      attendees: [{ answers: [{ question_id: meal.id, value: 'Fish' }] }],
    });
    await remove(gone.id);
    const { body } = await office.call('GET', `/events/${event.id}/attendees.csv`);
    const [head = '', line = ''] = body.split('\r\n');
    expect(head).toMatch(/,amount,Company <b>& Co<\/b>,Send me news,Meal,Born on,"'=HYPERLINK\(""x""\)"$/);
    expect(line).toMatch(/,'=1\+1,,Fish,,kept$/);
  });

  test('are in the export of the buyer and of a guest, and erased with them', async () => {
    const { event, company, meal } = await askedEvent();
    const guest = { name: 'Gina Lopez', email: 'gina.l@example.com' };
    const { orderId } = await office.buy(event, {
      customer: { ...CUSTOMER, email: 'one.buyer@example.com' },
      quantity: 2,
      answers: [{ question_id: company.id, value: 'Likha' }],
      attendees: [
        { answers: [{ question_id: meal.id, value: 'Fish' }] },
        { ...guest, answers: [{ question_id: meal.id, value: 'Rice "plain"' }] },
      ],
    });
    const exported = async (email: string) =>
      (await office.callAsOwner<{ purchases: { answers: object[] }[] }>('POST', '/buyers/export', { email })).data
        .purchases[0]?.answers;
    expect(await exported('one.buyer@example.com')).toEqual([
      { ticket: null, label: company.label, value: 'Likha' },
      { ticket: 1, label: 'Meal', value: 'Fish' },
      { ticket: 2, label: 'Meal', value: 'Rice "plain"' },
    ]);
    expect(await exported(guest.email)).toEqual([{ ticket: 2, label: 'Meal', value: 'Rice "plain"' }]);

    office.wait(60 * 86_400);
    const erase = (email: string) => office.callAsOwner('POST', '/buyers/erase', { email });
    const answers = async () => {
      const { data } = await office.call<{ answers: object[]; tickets: { answers: object[] }[] }>(
        'GET',
        `/orders/${orderId}`,
      );
      return [data.answers.length, ...data.tickets.map((ticket) => ticket.answers.length)];
    };
    await erase('one.buyer@example.com');
    expect(await answers()).toEqual([0, 0, 1]);
    await erase(guest.email);
    expect(await answers()).toEqual([0, 0, 0]);
  });
});
