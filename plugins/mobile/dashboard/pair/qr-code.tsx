import { type ReactNode, useMemo } from 'react'
import { encode } from 'uqr'
import { qrPath } from './qr-path.ts'

/** QR code, black on white in every theme, with the quiet zone that scanners require. */
export function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 0 })
    return { size, path: qrPath(data) }
  }, [text])
  return (
    <div className="inline-block rounded-md bg-white p-5 shadow-panel">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        width="256"
        height="256"
        shapeRendering="crispEdges"
        className="block text-black"
      >
        <path d={path} fill="currentColor" />
      </svg>
    </div>
  )
}
