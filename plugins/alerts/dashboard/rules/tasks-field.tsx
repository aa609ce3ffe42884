import { IconButton, Select, useCodedText, useT } from '@svc/dashboard-sdk'
import type { AlertTaskView } from '@svc/plugin-alerts/contract'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

/** as many as the API accepts */
const maxTasks = 10

/** Selects tasks that a rule runs. */
export function TasksField(props: {
  label: string
  /** those that rules may run */
  tasks: readonly AlertTaskView[]
  chosen: readonly string[]
  onChosen: (ids: readonly string[]) => void
  error: string | undefined
}): ReactNode {
  const { label, tasks, chosen, onChosen, error } = props
  const t = useT()
  const id = useId()
  const sentence = useCodedText()
  const others = tasks.filter((task) => !chosen.includes(task.id))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      {chosen.length > 0 && (
        <ul className="mb-2 rounded-md border">
          {chosen.map((one) => {
            const task = tasks.find((task) => task.id === one)
            const name = task?.name ?? t('ruleTasks.unavailable')
            return (
              <li key={one} className="flex items-center gap-2 border-b px-3 py-1.5 last:border-b-0">
                <span className="wrap-anywhere min-w-0 flex-1 text-sm">
                  {name}
                  <span
                    className={task ? 'block text-faint text-xs first-letter:uppercase' : 'block text-warn text-xs'}
                  >
                    {task ? sentence(task.hint_text) : t('ruleTasks.unavailableHint')}
                  </span>
                </span>
                <IconButton
                  label={t('ruleTasks.remove', { name })}
                  size="sm"
                  onClick={() => onChosen(chosen.filter((other) => other !== one))}
                >
                  <X aria-hidden />
                </IconButton>
              </li>
            )
          })}
        </ul>
      )}
      {others.length > 0 && chosen.length < maxTasks && (
        <Select
          aria-label={`${label}: ${t('ruleTasks.add')}`}
          aria-describedby={error ? id : undefined}
          aria-invalid={error ? true : undefined}
          value=""
          onChange={({ target }) => onChosen([...chosen, target.value])}
        >
          <option value="" disabled>
            {t('ruleTasks.add')}
          </option>
          {others.map((task) => (
            <option key={task.id} value={task.id}>
              {task.name}
            </option>
          ))}
        </Select>
      )}
      {tasks.length === 0 && <p className="text-faint text-xs">{t('ruleTasks.none')}</p>}
      {error && (
        <p id={id} role="alert" className="mt-1 text-danger text-xs first-letter:uppercase">
          {error}
        </p>
      )}
    </fieldset>
  )
}
