import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Width of the white border, in modules. With less, cameras do not find the code. */
const QUIET_ZONE = 4;
const PIXELS = 220;

/** Black on white in every colour scheme: cameras do not read inverted codes. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const qr = generate(content, { minCorrectionLevel: correction.M });
  const width = qr.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={label}
      width={PIXELS}
      height={PIXELS}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${width} ${width}`}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={width} height={width} fill="#fff" />
      <path fill="#000" d={toSvgPath(qr)} />
    </svg>
  );
}
