import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Owned } from './registry.ts'
import { useRegistry } from './registry-context.tsx'
import type { WidgetObstacle, WidgetSource, WidgetType } from './widget-type.ts'

/** A kind of widget and the plugin whose texts and code it is of. */
export interface RegisteredWidget extends WidgetType {
  readonly plugin: string
}

/** Why a kind of widget cannot be shown, and the plugin whose texts say so. */
export interface KnownObstacle extends WidgetObstacle {
  readonly plugin: string
}

interface Found {
  readonly types: readonly Owned<WidgetType>[]
  readonly sources: readonly { readonly plugin: string; readonly source: WidgetSource }[]
}

const known = ({ plugin, item }: Owned<WidgetType>): RegisteredWidget => ({ ...item, plugin })

/** Listens to the sources of the running plugins; undefined until each of them was loaded. */
function useSources(): Found | undefined {
  const { plugins } = useRegistry()
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    let isOver = false
    const stops: (() => void)[] = []
    const sources = plugins.flatMap(({ plugin, widgetSource }) => (widgetSource ? [{ plugin, widgetSource }] : []))
    const load = async ({ plugin, widgetSource }: (typeof sources)[number]) => {
      // a source that cannot be loaded takes none of the others with it
      const module = await widgetSource().catch((failure: unknown) => {
        console.error(`widgets of plugin ${plugin} could not be loaded`, failure)
        return undefined
      })
      return module && { plugin, source: module.default }
    }
    void Promise.all(sources.map(load)).then((loaded) => {
      if (isOver) return
      const listed = loaded.filter((one): one is { plugin: string; source: WidgetSource } => one !== undefined)
      const tell = () => {
        const types = listed.flatMap(({ plugin, source }) => source.get().map((item) => ({ plugin, item })))
        setFound({ types, sources: listed })
      }
      for (const { source } of listed) stops.push(source.subscribe(tell))
      tell()
    })
    return () => {
      isOver = true
      for (const stop of stops) stop()
    }
  }, [plugins])
  return found
}

interface WidgetTypes {
  /** by type: those of running plugins, and those of their sources */
  readonly types: ReadonlyMap<string, RegisteredWidget>
  /** false while sources are being loaded: what is missing then may still come */
  readonly isComplete: boolean
  /** why a type is missing, when a source knows */
  readonly obstacleOf: (type: string) => KnownObstacle | undefined
}

/** Every kind of widget that boards can show now. */
export function useWidgetTypes(): WidgetTypes {
  const { widgets } = useRegistry()
  const found = useSources()
  const types = useMemo(() => {
    const all = [...widgets.values(), ...(found?.types ?? [])].map(known)
    return new Map(all.map((type) => [type.type, type]))
  }, [widgets, found])
  const obstacleOf = useCallback(
    (type: string) => {
      for (const { plugin, source } of found?.sources ?? []) {
        const obstacle = source.obstacle?.(type)
        if (obstacle) return { ...obstacle, plugin }
      }
      return undefined
    },
    [found],
  )
  return { types, isComplete: found !== undefined, obstacleOf }
}
