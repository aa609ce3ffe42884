import { useEffect, useMemo, useState } from 'react'
import type { Owned } from './registry.js'
import { useRegistry } from './registry-context.js'
import type { WidgetSource, WidgetType } from './widget-type.js'

/** A kind of widget and the plugin whose texts and code it is of. */
export interface KnownWidget extends WidgetType {
  readonly plugin: string
}

const known = ({ plugin, item }: Owned<WidgetType>): KnownWidget => ({ ...item, plugin })

/** Listens to the sources of the running plugins; undefined until each of them was loaded. */
function useSources(): readonly Owned<WidgetType>[] | undefined {
  const { plugins } = useRegistry()
  const [found, setFound] = useState<readonly Owned<WidgetType>[]>()
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
      const tell = () =>
        setFound(listed.flatMap(({ plugin, source }) => source.get().map((item) => ({ plugin, item }))))
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

/**
 * Every kind of widget that boards can show now, by type: those of running plugins, and those of their sources.
 * `isComplete` is false while sources are being loaded: what is missing then may still come.
 */
export function useWidgetTypes(): { readonly types: ReadonlyMap<string, KnownWidget>; readonly isComplete: boolean } {
  const { widgets } = useRegistry()
  const found = useSources()
  const types = useMemo(() => {
    const all = [...widgets.values(), ...(found ?? [])].map(known)
    return new Map(all.map((type) => [type.type, type]))
  }, [widgets, found])
  return { types, isComplete: found !== undefined }
}
