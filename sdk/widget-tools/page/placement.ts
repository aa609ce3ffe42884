import type { WidgetManifest, WidgetModule } from '@svc/widget-sdk'
import { toAllowedSize } from './allowed-size.ts'
import { makeStore } from './store.ts'

/** A widget of the project with its configuration and size. */
export interface Placement {
  readonly manifest: WidgetManifest
  readonly widget: WidgetModule
  readonly config: Readonly<Record<string, unknown>>
  readonly w: number
  readonly h: number
}

const keyOf = (id: string) => `svc-widget:${id}`

function loadConfig(id: string): Placement['config'] {
  const text = sessionStorage.getItem(keyOf(id))
  return text === null ? {} : (JSON.parse(text) as Placement['config'])
}

/** The placements of the page. Configurations survive a reload. */
export function makePlacements(widgets: readonly Pick<Placement, 'manifest' | 'widget'>[]) {
  const placements = makeStore<readonly Placement[]>(
    widgets.map(({ manifest, widget }) => ({
      manifest,
      widget,
      config: loadConfig(manifest.id),
      ...toAllowedSize(manifest.sizing, manifest.sizing.defaultW, manifest.sizing.defaultH),
    })),
  )
  const change = (index: number, patch: Partial<Placement>) =>
    placements.set(placements.get().map((one, at) => (at === index ? { ...one, ...patch } : one)))
  return {
    placements,
    replace: (index: number, widget: WidgetModule) => change(index, { widget }),
    resize(index: number, w: number, h: number) {
      const { sizing } = (placements.get()[index] as Placement).manifest
      change(index, toAllowedSize(sizing, w, h))
    },
    configure(index: number, config: Placement['config']) {
      const { manifest } = placements.get()[index] as Placement
      sessionStorage.setItem(keyOf(manifest.id), JSON.stringify(config))
      change(index, { config })
    },
  }
}
export type Placements = ReturnType<typeof makePlacements>
