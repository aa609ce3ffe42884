import type { ReactNode } from 'react'
import { useStore } from '../hooks/use-store.ts'
import { metricPaths } from '../metric-path.ts'
import { getRuntime } from '../runtime.ts'
import type { ControlProps } from './control.ts'

/** A metric path, with the metrics of the first server as suggestions. */
export function MetricControl({ id, value, isOptional, describedBy, onChange, onBlur }: ControlProps): ReactNode {
  const { servers } = getRuntime()
  const all = useStore(servers.subscribe, servers.all)
  return (
    <>
      <input
        id={id}
        type="text"
        list={`${id}-paths`}
        autoComplete="off"
        spellCheck={false}
        value={typeof value === 'string' ? value : ''}
        aria-invalid={describedBy !== undefined}
        aria-describedby={describedBy}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.value === '' && isOptional ? undefined : target.value)}
      />
      <datalist id={`${id}-paths`}>
        {metricPaths(all[0]).map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </>
  )
}
