import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { threadMs } from '../../test/fixtures/thread-ms.ts';
import { descriptionFromText, sanitizeDescription, textOfDescription } from './description.ts';

/** Every tag that the sanitizer may write, exactly. */
const TAG =
  /<(\/?)(p|br|strong|b|em|i|u|s|ul|ol|li|h2|h3|h4|blockquote)>|<(a) href="(?:https?:\/\/|mailto:)[^"<>\p{Cc}]+" rel="nofollow noopener">|<(\/)(a)>/giu;

const PHRASING = ['p', 'h2', 'h3', 'h4'];
const LISTS = ['ul', 'ol'];
const INLINE = ['strong', 'b', 'em', 'i', 'u', 's', 'a'];

/**
 * Describes what is wrong with sanitized HTML, or returns null. Deliberately not an HTML parser, because a second
 * parser could share the mistakes of the first. If every `<` starts one of these exact tags, none of which changes how
 * a parser reads the text after it, and if they nest as HTML allows, then every parser sees the same elements and no
 * others.
 */
function problemWith(html: string): string | null {
  const rest = html.replace(TAG, '');
  if (/[<>]/.test(rest)) return `markup that is not allowed: ${rest}`;
  if (/&(?!(?:amp|lt|gt);)/.test(rest)) return `an entity that is not escaped: ${rest}`;
  if (/(?![\t\n])\p{Cc}/u.test(html) || !html.isWellFormed()) return 'characters that are not text';
  const open: string[] = [];
  for (const [, end, tag, link, linkEnd] of html.matchAll(TAG)) {
    const name = tag ?? 'a';
    const parent = open.at(-1) ?? '';
    if (name === 'br') {
      if (end === '/' || LISTS.includes(parent)) return 'a br out of place';
    } else if (end === '/' || linkEnd === '/') {
      if (open.pop() !== name) return `</${name}> does not close ${parent}`;
    } else {
      if (link !== undefined && open.includes('a')) return 'a link in a link';
      if (LISTS.includes(parent) !== (name === 'li')) return `${name} in ${parent}`;
      if (!INLINE.includes(name) && [...PHRASING, ...INLINE].includes(parent)) return `${name} in ${parent}`;
      open.push(name);
      if (open.length > 32) return 'too deep';
    }
  }
  return open.length > 0 ? `${open.join(' ')} left open` : null;
}

/** Markup that must come out harmless; most of it has passed through some sanitizer. */
const ATTACKS: string[] = [
  // Scripts and event handlers
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<script/x>alert(1)</script>',
  '<script>alert(1)',
  '<script\0>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror=alert(1)//',
  '<img """><script>alert(1)</script>">',
  '<p onclick=alert(1)>x</p>',
  '<p/onmouseover=alert(1)>x',
  '<b onmouseover="alert(1)" style="x:expression(alert(1))" class=x id=y>x</b>',
  '<a href="https://a.example" onclick="alert(1)" target=_blank ping=//evil.example>x</a>',
  '<p "><img src=x onerror=alert(1)>">',
  "<p title='</p><img src=x onerror=alert(1)>'>x</p>",
  '<body onload=alert(1)>',
  '<svg onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<input autofocus onfocus=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  // Addresses
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\0script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert&lpar;1&rpar;">x</a>',
  '<a href="javascript&#0000058alert(1)">x</a>',
  '<a href="&#14;javascript:alert(1)">x</a>',
  '<a href="\u2028javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="blob:https://a.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="https:evil.example">x</a>',
  '<a href="/api/v1/events">x</a>',
  '<a href="https://a.example/&quot;onmouseover=alert(1)//">x</a>',
  "<a href='https://a.example/\"><img src=x onerror=alert(1)>'>x</a>",
  '<a href="https://a.example/`onmouseover=alert(1)">x</a>',
  '<a href=https://a.example/ href=javascript:alert(1)>x</a>',
  '<a href=javascript:alert(1) href=https://a.example/>x</a>',
  '<a xlink:href="javascript:alert(1)" HREF="javascript:alert(1)">x</a>',
  '<a href="mailto:a@b.example\r\nBcc: c@d.example">x</a>',
  '<base href="javascript:/"><a href="1">x</a>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src=javascript:alert(1)>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=javascript:alert(1)>',
  '<style>@import "javascript:alert(1)";</style>',
  '<style></style/><img src=x onerror=alert(1)></style>',
  // Raw text that sanitizer and browser end in different places; the first three are CVE-2026-44990 and its successors
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<svg><xmp><img src=x onerror=alert(1)></xmp></svg>',
  '<math><textarea><img src=x onerror=alert(1)></textarea></math>',
  '<textarea></textarea/><img src=x onerror=alert(1)></textarea>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<div><noscript></div><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>">',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>">',
  '<iframe><img src=x onerror=alert(1)>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<listing>&lt;img src=x onerror=alert(1)&gt;</listing>',
  '<option>&lt;script&gt;alert(1)&lt;/script&gt;</option>',
  '<select><style></select><img src=x onerror=alert(1)></style>',
  '<script><!--<script></script><img src=x onerror=alert(1)>--></script>',
  // Comments and declarations
  '<!--><img src=x onerror=alert(1)>-->',
  '<!---><img src=x onerror=alert(1)>-->',
  '<!--!><img src=x onerror=alert(1)>-->',
  '<!-- --!><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<svg><![CDATA[><img src=x onerror=alert(1)>]]></svg>',
  '<?xml <img src=x onerror=alert(1)> ?>',
  '<!doctype html [<!ENTITY x "<img src=x onerror=alert(1)>">]>&x;',
  '</ <img src=x onerror=alert(1)>>',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  // Namespaces and mutation (DOMPurify's bypasses)
  '<svg><p><style><img src="</style><img src=x onerror=alert(1)>"></p></svg>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<svg><style>&lt;img src=x onerror=alert(1)&gt;</style></svg>',
  '<svg><desc><style><a title="</style><img src=x onerror=alert(1)>"></desc></svg>',
  '<svg><foreignObject><p title="</foreignObject></svg><img src=x onerror=alert(1)>">',
  '<svg><script>alert&#40;1&#41;</script></svg>',
  '<svg><script href="data:,alert(1)"/></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><a><animate attributeName=href values="#;javascript:alert(1)"/></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x><script>alert(1)</script></svg>#x"/></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=alert(1)>',
  '<math><mi><a xlink:href="javascript:alert(1)">x</a></mi></math>',
  '<math><annotation-xml encoding="text/html"><p><style><img src="</style><img src=x onerror=alert(1)>">',
  '<math><maction actiontype="statusline#https://a.example" xlink:href="javascript:alert(1)">x</maction></math>',
  '<svg:script>alert(1)</svg:script><x:p xmlns:x="http://www.w3.org/1999/xhtml" onclick=alert(1)>x</x:p>',
  '<template><script>alert(1)</script></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  '<template><template><p title="</template></template><img src=x onerror=alert(1)>">',
  '<table><td><p><a title="</td></table><img src=x onerror=alert(1)>">',
  '<select><template><p title="</template></select><img src=x onerror=alert(1)>">',
  '<p><table><p><svg></p></table><style><img src="</style><img src=x onerror=alert(1)>">',
  '<a href="https://a.example"><b><a href="javascript:alert(1)">x</a></b></a>',
  '<b><p><i></b><img src=x onerror=alert(1)></p></i>',
  `${'<div>'.repeat(600)}<svg><style><a title="</style><img src=x onerror=alert(1)>">`,
  `${'<b>'.repeat(600)}<img src=x onerror=alert(1)>`,
  `${'<blockquote><ul><li>'.repeat(400)}<img src=x onerror=alert(1)>`,
  `${'<p><b><a href=https://a.example>'.repeat(300)}x${'</p>'.repeat(300)}`,
  // Clobbering
  '<form id=document><input name=cookie></form><a id=location name=location href=https://a.example>x</a>',
  '<p id="__proto__" name="constructor">x</p><img name=getElementById>',
  '<a href=https://a.example id=x><a id=x name=y href="https://a.example">x</a></a>',
  // Encodings and odd characters
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;script&amp;gt;alert(1)',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&ltscript&gtalert(1)',
  '\\u003cimg src=x onerror=alert(1)\\u003e',
  '<ſcript>alert(1)</ſcript>',
  '＜script＞alert(1)＜/script＞',
  '<img\fsrc=x\fonerror=alert(1)>',
  '<img\vsrc=x onerror=alert(1)>',
  '<p\0><b\0>x',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '\ud800<b>\udc00</b><\ud800script>',
  '<constructor>x</constructor><__proto__>x</__proto__><toString>x</toString>',
];

test(`the ${ATTACKS.length} attacks are many and different`, () => {
  expect(ATTACKS.length).toBeGreaterThan(100);
  expect(new Set(ATTACKS).size).toBe(ATTACKS.length);
});

describe.each([
  ['sanitizeDescription', sanitizeDescription],
  ['descriptionFromText', descriptionFromText],
])('%s', (_name, make) => {
  test.each(ATTACKS)('disarms %j', (attack) => {
    for (const html of [attack, `<p>before ${attack} after</p>`, `<ul><li><b>${attack}`]) {
      const safe = make(html);
      expect(problemWith(safe)).toBeNull();
      expect(sanitizeDescription(safe)).toBe(safe);
    }
  });

  test.each(ATTACKS.filter((attack) => /^<a href="[^"]*"/.test(attack)))('no harmful address survives %j', (attack) => {
    for (const [, href] of make(attack).matchAll(/<a href="([^"]*)"/g)) {
      expect(href).toMatch(/^(?:https:\/\/a\.example)/);
    }
  });

  const fragment = fc.constantFrom(
    ...'<p> </p> <b> </b> <i> </i> <a~href="https://a.example"> <a~href=javascript:x> <a> </a> <ul> </ul> <ol> </ol> <li> </li> <h2> </h2> <blockquote> </blockquote> <br> </br> <div> </div> <span> </span> <table> <td> </table> <svg> </svg> <math> <mtext> </math> <style> </style> <script> </script> <xmp> </xmp> <textarea> </textarea> <title> </title> <noscript> </noscript> <iframe> </iframe> <template> </template> <select> <option> </select> <plaintext> <button> <form> </form> <!-- --> <![CDATA[ ]]> <img~src=x~onerror=alert(1)> < > " \' = / & &lt; &amp; &quot; &#0; &#8; &#13; &nbsp; &copy &Tab; \0 \u00a0 \r'
      .split(' ')
      .map((piece) => piece.replaceAll('~', ' ')),
    ...['\n', '\n\n', ' ', '\t', 'word', 'two words', '\ud800', 'x'.repeat(20), '<a href="', '<p title="'],
  );
  const soup = fc.array(fragment, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const anything = fc.oneof(
    soup,
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^[<>/a-z "'=&;!-]{0,40}$/),
  );

  test('tag soup: only allowed nodes, never throws, idempotent', () => {
    fc.assert(
      fc.property(anything, (html) => {
        const safe = make(html);
        expect(problemWith(safe)).toBeNull();
        expect(sanitizeDescription(safe)).toBe(safe);
        // Deriving the text form must not fail either, and the text contains no control characters.
        expect(textOfDescription(html)).not.toMatch(/(?![\t\n])\p{Cc}/u);
      }),
      { numRuns: 3_000 },
    );
  });
});

test.each([
  ['<b>', 16_666],
  ['<p>', 16_666],
  ['<b><p>', 8_333],
  ['<ul><li>', 6_250],
  ['<a href=http://a.example>x', 1_900],
  ['<noscript>', 5_000],
  ['<iframe>', 6_250],
  ['<svg>', 10_000],
  ['<!--', 12_500],
  ['<', 50_000],
  ['&', 50_000],
  ['<a ', 16_666],
  [' ', 50_000],
  ['a\n', 25_000],
  ['a\n\n', 16_666],
])('50,000 characters of %j take less than a second of processor time', async (piece, times) => {
  const html = piece.repeat(times);
  for (const make of [sanitizeDescription, descriptionFromText, textOfDescription]) {
    // Takes tens of milliseconds; quadratic work takes seconds.
    expect(await threadMs(() => make(html)), make.name).toBeLessThan(1_000);
  }
});
