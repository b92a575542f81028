import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { useCallback } from 'react';
import uPlot from 'uplot';
import { useFormats } from '../../language/formats.ts';
import { useTexts } from '../../language/language.tsx';
import type { Point } from './analytics-queries.ts';
import { texts } from './texts.ts';

const HEIGHT_PX = 260;
const AXIS_COLOR = { light: '#495057', dark: '#c9c9c9' };
const LINE_COLOR = { light: '#1971c2', dark: '#4dabf7' };

/** Redrawn when data, language or theme change, and as wide as the page. Screen readers use the table beside it. */
export function SalesChart({ points, label }: { points: Point[]; label: string }) {
  const t = useTexts(texts);
  const { pesos, dateTime, timeZone } = useFormats();
  const scheme = useComputedColorScheme();
  const draw = useCallback(
    (box: HTMLDivElement | null) => {
      if (!box) return;
      const axis = { stroke: AXIS_COLOR[scheme], grid: { stroke: `${AXIS_COLOR[scheme]}33` } };
      const chart = new uPlot(
        {
          width: box.clientWidth,
          height: HEIGHT_PX,
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), timeZone),
          axes: [axis, { ...axis, size: 90, values: (_, ticks) => ticks.map(pesos) }],
          scales: { y: { range: (_, _min, max) => [0, Math.max(max, 1)] } },
          series: [
            { label: t.at, value: (_, seconds) => (seconds ? dateTime(new Date(seconds * 1_000).toISOString()) : '–') },
            {
              label: t.revenue,
              stroke: LINE_COLOR[scheme],
              fill: `${LINE_COLOR[scheme]}22`,
              width: 2,
              value: (_, amount) => (amount === null ? '–' : pesos(amount)),
            },
          ],
        },
        [points.map(({ at }) => Date.parse(at) / 1_000), points.map(({ revenue }) => revenue)],
        box,
      );
      const resized = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT_PX }));
      resized.observe(box);
      return () => {
        resized.disconnect();
        chart.destroy();
      };
    },
    [points, scheme, pesos, dateTime, timeZone, t],
  );
  // When the page becomes narrower, the chart is too wide until it is resized, and must not widen the page.
  return <div ref={draw} role="img" aria-label={label} style={{ overflow: 'hidden' }} />;
}
