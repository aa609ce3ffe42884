import { cn, IconButton, useSize, useT } from '@svc/dashboard-sdk'
import { List, X } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type Arrangement, arrangementOf, listWidth, mapHeight } from './arrangement.ts'
import type { MapServer } from './map-server.ts'
import { PlaceList } from './place-list.tsx'
import type { Place } from './places.ts'
import { WorldMap } from './world-map.tsx'

/** Takes the focus while it is on top of the map, and returns it. */
function holdFocus(element: HTMLElement | null) {
  if (!element) return
  const before = document.activeElement
  element.focus({ preventScroll: true })
  return () => {
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

const looks: Record<Arrangement, string> = {
  beside: 'shrink-0 pl-4',
  below: 'mt-2 flex-1',
  upon: 'absolute inset-0 z-1 bg-panel',
}

const none: ReadonlySet<string> = new Set()

/** The map with its list. Selecting a marker filters the list by its countries. */
export function MapView(props: {
  places: readonly Place[]
  unlocated: readonly MapServer[]
  /** below the list */
  note: ReactNode
  /** below the map */
  summary: ReactNode
}): ReactNode {
  const { places, unlocated, note, summary } = props
  const t = useT()
  const frame = useRef<HTMLDivElement>(null)
  const box = useSize(frame)
  const [wanted, setWanted] = useState(none)
  const [isOpen, setOpen] = useState(false)
  const where = arrangementOf(box ?? { width: 0, height: 0 })
  const isUpon = where === 'upon'
  // Countries that left the map are no longer selected.
  const chosen = useMemo(
    () => new Set(places.flatMap(({ code }) => (wanted.has(code) ? [code] : []))),
    [places, wanted],
  )
  const listed = useMemo(() => places.filter(({ code }) => chosen.size === 0 || chosen.has(code)), [places, chosen])
  const isListed = !isUpon || isOpen || chosen.size > 0
  const close = () => {
    setWanted(none)
    setOpen(false)
  }
  const ref = useCallback((element: HTMLElement | null) => (isUpon ? holdFocus(element) : undefined), [isUpon])
  return (
    <div className="flex h-full min-h-40 flex-col gap-2">
      <div
        ref={frame}
        className={cn('relative flex min-h-0 flex-1', where === 'below' && 'flex-col', !box && 'invisible')}
      >
        <div
          className={where === 'below' ? 'shrink-0' : 'min-w-0 flex-1'}
          style={where === 'below' && box ? { height: mapHeight(box) } : {}}
        >
          <WorldMap places={places} chosen={chosen} onChoose={(codes) => setWanted(new Set(codes))} />
        </div>
        {isListed && (
          // biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the focus
          <div
            onKeyDown={({ key }) => key === 'Escape' && close()}
            className={cn('flex min-h-0 flex-col', looks[where])}
            style={where === 'beside' ? { width: listWidth } : {}}
          >
            {(isUpon || chosen.size > 0) && (
              <div className="mb-1 flex items-center justify-between gap-2">
                <span className="truncate font-medium text-muted text-xs">
                  {t(chosen.size > 0 ? 'map.chosen' : 'map.list')}
                </span>
                <IconButton size="sm" label={t(isUpon ? 'map.close' : 'map.showAll')} onClick={close}>
                  <X aria-hidden />
                </IconButton>
              </div>
            )}
            <section
              ref={ref}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and may not contain links
              tabIndex={0}
              aria-label={t('map.list')}
              className="min-h-0 flex-1 overflow-auto pr-1"
            >
              <PlaceList places={listed} unlocated={chosen.size > 0 ? [] : unlocated} />
              {chosen.size === 0 && note && <div className="mt-3 text-center text-muted text-xs">{note}</div>}
            </section>
          </div>
        )}
      </div>
      <div className="flex min-h-7 items-center gap-2 text-faint text-xs">
        <div className="min-w-0 flex-1 truncate">{summary}</div>
        {isUpon && (
          <IconButton size="sm" label={t('map.showList')} aria-expanded={isListed} onClick={() => setOpen(true)}>
            <List aria-hidden />
          </IconButton>
        )}
      </div>
    </div>
  )
}
