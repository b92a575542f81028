import { describe, expect, test } from 'vitest';
import { descriptionFromText, descriptions, sanitizeDescription, textOfDescription } from './description.ts';

describe('sanitizeDescription', () => {
  test.each([
    '<p>One <b>two</b> <i>three</i></p>\n<p>four<br>five</p>',
    '<h2>Line-up</h2>\n<ul>\n  <li>Ana</li>\n  <li>Ben <strong>live</strong></li>\n</ul>\n<ol><li>x</li></ol>',
    '<blockquote><p>Said <em>she</em></p></blockquote>',
    '<p><a href="https://example.com/?a=1&amp;b=2" rel="nofollow noopener">link</a></p>',
    '<p>a &lt; b &amp; c "quoted"</p>',
    '<p>&nbsp;</p>'.replace('&nbsp;', '\u00a0'),
    'loose text',
    '',
  ])('returns well-formed HTML unchanged: %j', (html) => {
    expect(sanitizeDescription(html)).toBe(html);
  });

  test.each([
    ['style, class and id', '<p style="color:red" class="x" id="y" data-z="1">a</p>', '<p>a</p>'],
    ['unsupported elements, not their text', '<span><font>a</font> <img src=x>b</span><video>c</video>', 'a b'],
    ['scripts and styles with their content', 'a<script>x</script><style>y</style><title>z</title>b', 'ab'],
    ['comments', 'a<!-- b -->c', 'ac'],
    ['empty elements', '<p></p><p> </p><ul><li></li></ul><b></b>a', 'a'],
    ['control characters', 'a\0b\u0008c&#8;d', 'abcd'],
  ])('drops %s', (_what, html, expected) => {
    expect(sanitizeDescription(html)).toBe(expected);
  });

  test.each([
    ['<a href="https://a.example">x</a>', '<a href="https://a.example" rel="nofollow noopener">x</a>'],
    [
      '<a href=" http://a.example/ " rel=me target=_blank>x</a>',
      '<a href="http://a.example/" rel="nofollow noopener">x</a>',
    ],
    ['<a href="mailto:ana@a.example">x</a>', '<a href="mailto:ana@a.example" rel="nofollow noopener">x</a>'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="/relative">x</a>', 'x'],
    ['<a href="//a.example">x</a>', 'x'],
    ['<a>x</a>', 'x'],
  ])('links: %j', (html, expected) => {
    expect(sanitizeDescription(html)).toBe(expected);
  });

  test.each([
    ['<div>a</div><div>b <span>c</span></div>', '<p>a</p><p>b c</p>'],
    ['<div><p>a</p><ul><li>b</li></ul></div>', '<p>a</p><ul><li>b</li></ul>'],
    ['<h1>a</h1><h6>b</h6>', '<h2>a</h2><h4>b</h4>'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', '<p>a</p><p>b</p>'],
    ['<del>a</del>', '<s>a</s>'],
  ])('replaces unsupported elements that separate text: %j', (html, expected) => {
    expect(sanitizeDescription(html)).toBe(expected);
  });

  test.each([
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<p><span><p>a</p>b</span></p>', '<p>a</p>b'],
    ['<b><p>a</p>b</b>', '<p><b>a</b></p><b>b</b>'],
    ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b><i>c</i>'],
    ['<h2><p>a</p></h2>', '<p>a</p>'],
    ['<li>a</li><li>b</li>c', '<ul><li>a</li><li>b</li></ul>c'],
    ['<li>a</li><h2>b</h2>', '<ul><li>a</li></ul><h2>b</h2>'],
    [
      '<ul><li>a<blockquote><li>b</li></blockquote></li></ul>',
      '<ul><li>a<blockquote><ul><li>b</li></ul></blockquote></li></ul>',
    ],
    ['<ul>a<li>b</li><p>c</p></ul>', '<ul><li>a</li><li>b</li><li><p>c</p></li></ul>'],
    ['<ul><ul><li>a</li></ul></ul>', '<ul><li><ul><li>a</li></ul></li></ul>'],
    [
      '<a href="http://a.example">x<a href="http://b.example">y</a></a>',
      '<a href="http://a.example" rel="nofollow noopener">x</a><a href="http://b.example" rel="nofollow noopener">y</a>',
    ],
    ['a<br/>b</br>c', 'a<br>b<br>c'],
  ])('repairs %j', (html, expected) => {
    expect(sanitizeDescription(html)).toBe(expected);
  });

  test('keeps the text of elements that are nested too deep', () => {
    expect(sanitizeDescription(`${'<b>'.repeat(40)}x`)).toBe(`${'<b>'.repeat(16)}x${'</b>'.repeat(16)}`);
    expect(sanitizeDescription(`${'<blockquote>'.repeat(40)}x`).match(/<blockquote>/g)).toHaveLength(16);
  });
});

describe('descriptionFromText', () => {
  test.each([
    ['Hello', '<p>Hello</p>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    ['one\r\ntwo\r\n\r\n\r\nthree\n', '<p>one<br>two</p><p>three</p>'],
    ['one  \n \t \n  two', '<p>one</p><p>two</p>'],
    ['one\rtwo', '<p>one<br>two</p>'],
    ['', ''],
    [' \n\n ', ''],
    ['Hello <b>you</b>\n\nline\nline2', '<p>Hello <b>you</b></p><p>line<br>line2</p>'],
    ['<b>one\ntwo\n\nthree</b>', '<p><b>one<br>two</b></p><p><b>three</b></p>'],
  ])('paragraphs and lines: %j', (text, expected) => {
    expect(descriptionFromText(text)).toBe(expected);
  });

  test.each([
    ['a < b & c > d', '<p>a &lt; b &amp; c &gt; d</p>'],
    ['I <3 you', '<p>I &lt;3 you</p>'],
    ['Ana <ana@example.com>', '<p>Ana &lt;ana@example.com&gt;</p>'],
    ['<https://example.com?a=1&copy=2>', '<p>&lt;https://example.com?a=1&amp;copy=2&gt;</p>'],
    ['if a <b then', '<p>if a &lt;b then</p>'],
    ['"quotes" & \'more\'', '<p>"quotes" &amp; \'more\'</p>'],
    ['Tom &amp; Jerry &lt;b&gt;', '<p>Tom &amp; Jerry &lt;b&gt;</p>'],
  ])('treats text that only looks like markup as text: %j', (text, expected) => {
    expect(descriptionFromText(text)).toBe(expected);
  });

  test.each([
    ['<h2>T</h2>\nfirst\nsecond', '<h2>T</h2><p>first<br>second</p>'],
    [
      'before\n<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>\nafter',
      '<p>before</p><ul><li>a</li><li>b<br>c</li></ul><p>after</p>',
    ],
    ['<p>a\n\nb</p>\n\nc', '<p>a</p><p>b</p><p>c</p>'],
    ['<blockquote>a\n\nb</blockquote>c', '<blockquote><p>a</p><p>b</p></blockquote><p>c</p>'],
    ['a<br>\nb<br><br>c<br>\n\nd', '<p>a<br>b<br><br>c</p><p>d</p>'],
    ['a<script>x\n\ny</script>b', '<p>ab</p>'],
    ['<div>a</div>\n<div>b</div>', '<p>a</p><p>b</p>'],
  ])('markup in the text: %j', (text, expected) => {
    expect(descriptionFromText(text)).toBe(expected);
  });
});

test.each([
  ['<p>One</p><p>two<br>three</p>', 'One\n\ntwo\nthree'],
  ['<h2>T</h2>\n<p>a  b\nc</p>', 'T\n\na b c'],
  [
    '<p>Line-up:</p><ul><li>Ana</li><li><p>Ben</p><ol><li>x</li></ol></li></ul><p>end</p>',
    'Line-up:\n\nAna\nBen\nx\n\nend',
  ],
  ['a &lt; b &amp;&nbsp;c &eacute;', 'a < b &\u00a0c é'],
  ['a <b> b</b> c<i>d</i>', 'a b cd'],
  ['a<script>x</script>', 'a'],
  ['<br>a<br>', 'a'],
  ['', ''],
])('textOfDescription(%j)', (html, expected) => {
  expect(textOfDescription(html)).toBe(expected);
});

test.each([
  [{}, undefined],
  [{ description: undefined, descriptionHtml: undefined }, undefined],
  [{ description: null }, { description: null, descriptionHtml: null }],
  [{ descriptionHtml: null }, { description: null, descriptionHtml: null }],
  [
    { description: null, descriptionHtml: null },
    { description: null, descriptionHtml: null },
  ],
  [{ description: 'a\n\nb' }, { description: 'a\n\nb', descriptionHtml: '<p>a</p><p>b</p>' }],
  [{ description: 'a <b>b</b>' }, { description: 'a <b>b</b>', descriptionHtml: '<p>a <b>b</b></p>' }],
  [
    { description: 'a', descriptionHtml: null },
    { description: 'a', descriptionHtml: '<p>a</p>' },
  ],
  [{ descriptionHtml: '<p>a<br>b</p><script>x</script>' }, { description: 'a\nb', descriptionHtml: '<p>a<br>b</p>' }],
  [
    { description: null, descriptionHtml: '<p>a</p>' },
    { description: 'a', descriptionHtml: '<p>a</p>' },
  ],
  [
    { description: 'text', descriptionHtml: '<p>html</p>' },
    { description: 'text', descriptionHtml: '<p>html</p>' },
  ],
  [
    { description: '', descriptionHtml: '' },
    { description: '', descriptionHtml: '' },
  ],
])('descriptions(%j)', (input, expected) => {
  expect(descriptions(input)).toEqual(expected);
});
