import { Flag, moveFocusInList, PageLink, ServerStateDot, useCountryName, useFormat, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { memo, type ReactNode } from 'react'
import type { MapServer } from './map-server.ts'
import type { Place } from './places.ts'

/** The map as a list: servers by country, then servers without one. */
export const PlaceList = memo(function PlaceList(props: {
  places: readonly Place[]
  unlocated: readonly MapServer[]
}): ReactNode {
  const { places, unlocated } = props
  const t = useT()
  const country = useCountryName()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus
    <div
      onKeyDown={moveFocusInList}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] items-start gap-x-6 gap-y-3"
    >
      {places.map(({ code, servers }) => (
        <Group key={code} flag={<Flag code={code} />} name={country(code) ?? code} servers={servers} />
      ))}
      {unlocated.length > 0 && <Group name={t('map.nowhere')} servers={unlocated} />}
    </div>
  )
})

function Group({ flag, name, servers }: { flag?: ReactNode; name: string; servers: readonly MapServer[] }) {
  const format = useFormat()
  return (
    <section aria-label={name} className="min-w-0 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]">
      <h3 className="flex items-center gap-2 border-b pb-1 font-medium text-xs">
        {flag}
        <span className="min-w-0 truncate">{name}</span>
        <span className="figures ml-auto text-faint">{format.number(servers.length)}</span>
      </h3>
      <ul>
        {servers.map((server) => (
          <Entry key={server.id} server={server} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ server }: { server: MapServer }) {
  const t = useT()
  const { id, name, state, region } = server
  return (
    <li className="flex min-h-7 min-w-0 items-center gap-2 text-sm max-md:min-h-10">
      <ServerStateDot state={state} hideLabel />
      <PageLink
        page={serverPage}
        params={{ id }}
        data-row={id}
        data-tip={name}
        otherwise={<span className="truncate">{name}</span>}
        className="min-w-0 truncate rounded-xs hover:text-accent hover:underline"
      >
        {name}
      </PageLink>
      <span className="ml-auto max-w-1/2 shrink-0 truncate text-faint text-xs">
        {state === 'healthy' ? region : t(`sdk:serverState.${state}`)}
      </span>
    </li>
  )
}
