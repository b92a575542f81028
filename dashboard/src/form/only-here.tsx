import { Text } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

/** Names under which a server without PUBLIC_URL calls itself. */
const THIS_COMPUTER = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A link that is given to others works on their devices, or it says that it does not. */
export function OnlyHere({ url }: { url: string }) {
  const t = useTexts(texts);
  return THIS_COMPUTER.test(new URL(url).hostname) ? (
    <Text size="sm" w="100%">
      {t.onlyHere}
    </Text>
  ) : null;
}
