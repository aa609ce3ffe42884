import { useCodedText, useT } from '@svc/dashboard-sdk'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { loadStateOf } from '../host/load-state.ts'
import { useTryModule } from '../host/use-try-module.ts'
import { StateMark } from '../list/state-mark.tsx'
import { type InstalledModule, isModuleCompatible } from '../module.ts'
import type { Installed } from './send.ts'

/** Lists the installed modules and loads each once, so that errors show up right away. */
export function InstalledList(props: {
  installed: readonly Installed[]
  modules: readonly InstalledModule[]
}): ReactNode {
  const { installed, modules } = props
  const t = useT()
  const sentence = useCodedText()
  const tryModule = useTryModule()
  const found = installed.flatMap(({ id }) => modules.find((module) => module.id === id) ?? [])
  useEffect(() => {
    const untried = found.filter((module) => module.enabled && isModuleCompatible(module) && !loadStateOf(module))
    for (const module of untried) tryModule(module)
  }, [found, tryModule])
  return (
    <div role="status">
      <p className="flex items-center gap-2 font-medium text-sm">
        <CircleCheck className="size-4 text-ok" aria-hidden />
        {t('install.done', { count: installed.length })}
      </p>
      <ul className="mt-3 divide-y rounded-md ring-1 ring-line ring-inset">
        {found.map((module) => (
          <li key={module.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-3.5 py-2.5">
            <div className="min-w-0">
              <p className="wrap-anywhere font-medium text-sm">
                {module.manifest.name} <span className="font-normal text-muted">{module.version}</span>
              </p>
              <p className="wrap-anywhere font-mono text-muted text-xs">{module.id}</p>
            </div>
            <StateMark module={module} />
            {installed
              .find(({ id }) => id === module.id)
              ?.notes?.map((note) => (
                <p key={JSON.stringify(note)} className="w-full text-sm text-warn">
                  {sentence(note)}
                </p>
              ))}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-sm">{t('install.next')}</p>
    </div>
  )
}
