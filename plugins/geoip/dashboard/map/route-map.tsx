import { Flag, useCountryName, useT } from '@svc/dashboard-sdk'
import type { HopPlace } from '@svc/plugin-traceroute/dashboard/pages'
import { type ReactNode, useMemo } from 'react'
import { Attribution } from '../attribution.tsx'
import { isByDbIp } from '../status/edition.ts'
import { useGeoip } from '../status/use-geoip.ts'
import { countryAt, height, type Point, pointAt, width } from './world.ts'
import { Land } from './world-map.tsx'

interface Stop extends HopPlace {
  readonly point: Point
}

function stopsOf(places: readonly HopPlace[]): Stop[] {
  return places.flatMap((place) => {
    const { latitude, longitude, country } = place
    const own = latitude !== null && longitude !== null ? pointAt(longitude, latitude) : undefined
    const point = own ?? countryAt(country)?.point
    return point ? [{ ...place, point }] : []
  })
}

/** The way of packets over the map. The list beside it says the same. */
export default function RouteMap({ places }: { readonly places: readonly HopPlace[] }): ReactNode {
  const t = useT()
  const nameOf = useCountryName()
  const { data: status } = useGeoip('geoip').status
  const stops = useMemo(() => stopsOf(places), [places])
  const lit = [...new Set(places.map(({ country }) => countryAt(country)?.number ?? ''))].join(' ')
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="relative" style={{ aspectRatio: `${width} / ${height}` }}>
        <Land lit={lit} />
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={t('map.route')}
          className="absolute inset-0 size-full"
        >
          <polyline
            points={stops.map(({ point }) => point.join(',')).join(' ')}
            className="fill-none stroke-accent"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
          {stops.map(({ label, point: [x, y] }) => (
            <circle key={label} cx={x} cy={y} r="6" className="fill-accent stroke-panel" strokeWidth="2" />
          ))}
        </svg>
      </div>
      <div className="min-w-0 text-sm">
        <ol className="flex flex-col gap-1.5">
          {places.map(({ label, title, country }) => (
            <li key={label} className="min-w-0">
              <span className="figures mr-2 text-faint text-xs">{label}</span>
              <Flag code={country} className="mr-1.5" />
              <span className="font-medium">{nameOf(country) ?? country}</span>
              <span className="block truncate text-faint text-xs" data-tip={title}>
                {title}
              </span>
            </li>
          ))}
        </ol>
        {status && isByDbIp(status) && (
          <p className="mt-3 text-faint text-xs">
            <Attribution />
          </p>
        )}
      </div>
    </div>
  )
}
