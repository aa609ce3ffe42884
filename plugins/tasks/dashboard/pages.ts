import { definePage } from '@svc/dashboard-sdk'
import { SquareTerminal } from 'lucide-react'

export const taskTypes = ['scheduled', 'oneshot'] as const

/** URL state of the list. */
export interface TasksSearch {
  readonly type: (typeof taskTypes)[number] | undefined
}

export const tasksPage = definePage<'/settings/tasks', TasksSearch>({
  id: 'tasks.list',
  path: '/settings/tasks',
  title: 'list.title',
  access: 'admin',
  nav: { group: 'settings', section: 'monitoring', icon: SquareTerminal, order: 50, hint: 'list.hint' },
  search: (raw) => ({ type: taskTypes.find((type) => type === raw.type) }),
  load: () => import('./list/tasks-page.tsx'),
})

export const taskPage = definePage({
  id: 'tasks.task',
  path: '/settings/tasks/$id',
  title: 'task.title',
  access: 'admin',
  parent: tasksPage,
  load: () => import('./detail/task-page.tsx'),
})
