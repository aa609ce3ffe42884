import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Contributed } from './registry.ts'
import { useRegistry } from './registry-context.tsx'
import type { UnavailableReason, WidgetSource, WidgetType } from './widget-type.ts'

/** A widget type together with the plugin that contributes it. */
export interface RegisteredWidget extends WidgetType {
  readonly plugin: string
}

/** The reason why a widget type is unavailable, and the plugin whose texts it refers to. */
export interface PluginUnavailableReason extends UnavailableReason {
  readonly plugin: string
}

interface LoadedSources {
  readonly types: readonly Contributed<WidgetType>[]
  readonly sources: readonly { readonly plugin: string; readonly source: WidgetSource }[]
}

const toRegistered = ({ plugin, item }: Contributed<WidgetType>): RegisteredWidget => ({ ...item, plugin })

/** Subscribes to the widget sources of the running plugins; undefined until all of them are loaded. */
function useSources(): LoadedSources | undefined {
  const { plugins } = useRegistry()
  const [loadedSources, setLoadedSources] = useState<LoadedSources>()
  useEffect(() => {
    let isDisposed = false
    const unsubscribes: (() => void)[] = []
    const sources = plugins.flatMap(({ plugin, widgetSource }) => (widgetSource ? [{ plugin, widgetSource }] : []))
    const load = async ({ plugin, widgetSource }: (typeof sources)[number]) => {
      // one source failing to load must not affect the others
      const module = await widgetSource().catch((error: unknown) => {
        console.error(`loading the widgets of plugin ${plugin} failed`, error)
        return undefined
      })
      return module && { plugin, source: module.default }
    }
    void Promise.all(sources.map(load)).then((loaded) => {
      if (isDisposed) return
      const listed = loaded.filter((one): one is { plugin: string; source: WidgetSource } => one !== undefined)
      const update = () => {
        const types = listed.flatMap(({ plugin, source }) => source.get().map((item) => ({ plugin, item })))
        setLoadedSources({ types, sources: listed })
      }
      for (const { source } of listed) unsubscribes.push(source.subscribe(update))
      update()
    })
    return () => {
      isDisposed = true
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [plugins])
  return loadedSources
}

interface WidgetTypes {
  /** by type, including those from widget sources */
  readonly types: ReadonlyMap<string, RegisteredWidget>
  /** false while sources are loading; missing types may still appear */
  readonly isComplete: boolean
  /** why a type is unavailable, if a source knows */
  readonly unavailableReasonOf: (type: string) => PluginUnavailableReason | undefined
}

/** All widget types that are currently available. */
export function useWidgetTypes(): WidgetTypes {
  const { widgets } = useRegistry()
  const loadedSources = useSources()
  const types = useMemo(() => {
    const all = [...widgets.values(), ...(loadedSources?.types ?? [])].map(toRegistered)
    return new Map(all.map((type) => [type.type, type]))
  }, [widgets, loadedSources])
  const unavailableReasonOf = useCallback(
    (type: string) => {
      for (const { plugin, source } of loadedSources?.sources ?? []) {
        const reason = source.unavailableReason?.(type)
        if (reason) return { ...reason, plugin }
      }
      return undefined
    },
    [loadedSources],
  )
  return { types, isComplete: loadedSources !== undefined, unavailableReasonOf }
}
