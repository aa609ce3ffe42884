import type { WidgetManifest, WidgetModule } from '@svc/widget-sdk'
import { observed } from './observed.js'

/** A widget of the project as the page shows it. */
export interface Placement {
  readonly manifest: WidgetManifest
  readonly widget: WidgetModule
  readonly config: Readonly<Record<string, unknown>>
  readonly w: number
  readonly h: number
}

type Sizing = WidgetManifest['sizing']

const within = (value: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(value) || least))

/** A size that a board would allow, which is nearest to the wanted one. */
export function allowed({ strategy, ...sizing }: Sizing, w: number, h: number): { w: number; h: number } {
  const { defaultW, defaultH, minW, minH, maxW = 12, maxH = 50 } = sizing
  if (strategy === 'fixed') return { w: defaultW, h: defaultH }
  const wide = within(w, minW, maxW)
  if (strategy !== 'aspect-square') return { w: wide, h: within(h, minH, maxH) }
  const side = within(wide, Math.max(minW, minH), Math.min(maxW, maxH))
  return { w: side, h: side }
}

const keyOf = (id: string) => `svc-widget:${id}`

function stored(id: string): Placement['config'] {
  const text = sessionStorage.getItem(keyOf(id))
  return text === null ? {} : (JSON.parse(text) as Placement['config'])
}

/** The placements of the page; configurations outlive a reload of it. */
export function makePlacements(widgets: readonly Pick<Placement, 'manifest' | 'widget'>[]) {
  const placements = observed<readonly Placement[]>(
    widgets.map(({ manifest, widget }) => ({
      manifest,
      widget,
      config: stored(manifest.id),
      w: manifest.sizing.defaultW,
      h: manifest.sizing.defaultH,
    })),
  )
  const change = (index: number, patch: Partial<Placement>) =>
    placements.set(placements.get().map((one, at) => (at === index ? { ...one, ...patch } : one)))
  return {
    placements,
    replace: (index: number, widget: WidgetModule) => change(index, { widget }),
    resize(index: number, w: number, h: number) {
      const { sizing } = (placements.get()[index] as Placement).manifest
      change(index, allowed(sizing, w, h))
    },
    configure(index: number, config: Placement['config']) {
      const { manifest } = placements.get()[index] as Placement
      sessionStorage.setItem(keyOf(manifest.id), JSON.stringify(config))
      change(index, { config })
    },
  }
}
export type Placements = ReturnType<typeof makePlacements>
