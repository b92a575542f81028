import { Center, Loader } from '@mantine/core';
import { useTexts } from '../language/language.tsx';
import { texts } from './texts.ts';

export const Waiting = () => (
  <Center mih={160} role="status" aria-label={useTexts(texts).waiting}>
    <Loader aria-hidden />
  </Center>
);
