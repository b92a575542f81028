import { Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import classes from './bar-chart.module.css';
import { roundUp } from './round-up.ts';

export interface Bar {
  /** The instant it begins. Two hours have one name where clocks are set back. */
  at: string;
  /** What is read out. */
  name: string;
  /** Below the axis; only some fit. */
  tick: string;
  value: number;
}

interface BarChartProps {
  /** Says what the chart shows, and where the same figures are in words. */
  label: string;
  bars: Bar[];
  format: (value: number) => string;
  /** The beginning of a bar that is told apart by a pattern, too. */
  marked?: string;
}

const HEIGHT_PX = 180;
const AXIS_PX = 22;
/** Room for the highest value's words above the chart. */
const TOP_PX = 18;
const TICK_PX = 72;

/** Bars of one colour from a line of zero: their height says everything, their names appear on pointing at them. */
export function BarChart({ label, bars, format, marked }: BarChartProps) {
  const { ref, width } = useElementSize();
  const most = roundUp(Math.max(...bars.map(({ value }) => value), 1));
  const step = width / Math.max(bars.length, 1);
  const heightOf = (value: number) => (Math.max(value, 0) / most) * (HEIGHT_PX - AXIS_PX - TOP_PX);
  const ground = HEIGHT_PX - AXIS_PX;
  const every = Math.max(1, Math.ceil(TICK_PX / Math.max(step, 1)));
  return (
    <div ref={ref} className={classes.box}>
      <Text size="xs" c="dimmed" className={classes.most} aria-hidden>
        {format(most)}
      </Text>
      <svg role="img" aria-label={label} width={width} height={HEIGHT_PX} className={classes.chart}>
        <defs>
          <pattern id="marked" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="6" height="6" className={classes.markedGround} />
            <line x1="0" y1="0" x2="0" y2="6" className={classes.markedLine} />
          </pattern>
        </defs>
        {[1, 0.5, 0].map((share) => (
          <line
            key={share}
            x1={0}
            x2={width}
            y1={ground - heightOf(most * share)}
            y2={ground - heightOf(most * share)}
            className={share === 0 ? classes.zero : classes.grid}
          />
        ))}
        {bars.map(({ at, name, tick, value }, index) => (
          <g key={at} className={classes.bar}>
            <title>{`${name}: ${format(value)}`}</title>
            <rect x={index * step} y={0} width={step} height={ground} className={classes.reach} />
            <rect
              x={index * step + step * 0.15}
              width={step * 0.7}
              y={ground - heightOf(value)}
              height={heightOf(value)}
              rx={2}
              className={classes.value}
              fill={at === marked ? 'url(#marked)' : undefined}
            />
            {(bars.length - 1 - index) % every === 0 ? (
              <text
                x={index === bars.length - 1 ? width : (index + 0.5) * step}
                y={HEIGHT_PX - 5}
                className={classes.tick}
                textAnchor={index === bars.length - 1 ? 'end' : 'middle'}
              >
                {tick}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </div>
  );
}
