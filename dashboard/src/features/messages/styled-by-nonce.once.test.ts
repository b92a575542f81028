import { expect, test } from 'vitest';
import { styledByNonce } from './styled-by-nonce.ts';

test('styles of elements move into a sheet with the nonce, and text that looks like one stays', () => {
  const mail =
    '<html><head><title>a</title></head><body style="margin:0"><p style="color:red">style=&quot;x&quot;</p></body></html>';
  expect(styledByNonce(mail, 'n0')).toBe(
    '<html><head><title>a</title><style nonce="n0">[data-style="0"]{margin:0}\n[data-style="1"]{color:red}</style></head>' +
      '<body data-style="0"><p data-style="1">style=&quot;x&quot;</p></body></html>',
  );
});
