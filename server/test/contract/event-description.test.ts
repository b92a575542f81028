import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestService, type TestService } from '../fixtures/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const described = async (fields: Record<string, unknown>) => {
  const { description, description_html } = await service.draft(fields);
  return { description, description_html };
};

describe('the description of an event', () => {
  test('as plain text: blank lines become paragraphs, single newlines line breaks', async () => {
    const description = 'Doors at six.\nShow at eight.\n\nNo refunds & no cameras.';
    expect(await described({ description })).toEqual({
      description,
      description_html: '<p>Doors at six.<br>Show at eight.</p><p>No refunds &amp; no cameras.</p>',
    });
  });

  test('as plain text with markup in it: kept as sent, sanitized in the HTML', async () => {
    const description = 'Hello <b>all</b><script>alert(1)</script>\n\nBye';
    const answer = await described({ description });
    expect(answer.description).toBe(description);
    expect(answer.description_html).toBe('<p>Hello <b>all</b></p><p>Bye</p>');
  });

  test.each([
    ['<p>Hi <script>alert(1)</script></p>', '<script'],
    ['<p onclick="x()">Hi</p>', 'onclick'],
    ['<a href="javascript:x()">Hi</a>', 'javascript'],
    ['<p>Hi</p><iframe src="https://evil.example"></iframe>', 'iframe'],
    ['<style>p{}</style><p>Hi</p>', 'style'],
    ['<img src=x onerror=alert(1)>Hi', 'onerror'],
  ])('as HTML is sanitized on arrival: %s', async (description_html, gone) => {
    const answer = await described({ description_html });
    expect(answer.description_html).toContain('Hi');
    expect(answer.description_html).not.toContain(gone);
  });

  test('as HTML keeps links, lists and bold', async () => {
    const html = '<p><b>Bring</b></p><ul><li>water</li><li>a <a href="https://a.example/">hat</a></li></ul>';
    const { description_html } = await described({ description_html: html });
    expect(description_html).toMatch(
      /<b>Bring<\/b>.*<ul><li>water<\/li><li>a <a href="https:\/\/a\.example\/"[^>]*>hat<\/a>/s,
    );
  });

  test('when both are sent: uses the HTML for description_html and the text as sent', async () => {
    expect(await described({ description: 'In short', description_html: '<p>At length</p>' })).toEqual({
      description: 'In short',
      description_html: '<p>At length</p>',
    });
  });

  test('when only HTML is sent: derives the text from it', async () => {
    expect(await described({ description_html: '<p>One &amp; two</p><p>Three</p>' })).toEqual({
      description: 'One & two\n\nThree',
      description_html: '<p>One &amp; two</p><p>Three</p>',
    });
  });

  test('accepts 50,000 characters', async () => {
    const description = 'x'.repeat(50_000);
    expect(await described({ description })).toEqual({ description, description_html: `<p>${description}</p>` });
  });

  describe('on PUT', () => {
    const both = { description: 'Old text', description_html: '<p>Old HTML</p>' };
    async function changed(fields: Record<string, unknown>) {
      const { id } = await service.draft(both);
      const { description, description_html } = (await service.ours.put(`/events/${id}`, fields)).body.data;
      return { description, description_html };
    }

    test('sending the text alone replaces both', async () => {
      expect(await changed({ description: 'New' })).toEqual({ description: 'New', description_html: '<p>New</p>' });
    });

    test('sending the HTML alone replaces both', async () => {
      expect(await changed({ description_html: '<p>New</p>' })).toEqual({
        description: 'New',
        description_html: '<p>New</p>',
      });
    });

    test.each([{ description: null }, { description_html: null }, { description: null, description_html: null }])(
      'clearing clears both: %j',
      async (fields) => {
        expect(await changed(fields)).toEqual({ description: null, description_html: null });
      },
    );

    test('sending neither changes neither', async () => {
      expect(await changed({ title: 'Renamed' })).toEqual(both);
    });
  });
});
