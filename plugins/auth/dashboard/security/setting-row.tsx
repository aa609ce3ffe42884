import type { ReactNode } from 'react'

/** A row of a settings card: title, state and action. */
export const SettingRow = (props: {
  icon: ReactNode
  title: ReactNode
  detail: ReactNode
  action?: ReactNode
}): ReactNode => (
  <li className="flex items-center gap-x-3.5 border-b py-3.5 first:pt-0 last:border-b-0 last:pb-0">
    <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-muted [&_svg]:size-4">
      {props.icon}
    </span>
    <div className="min-w-0 flex-1">
      <div className="break-words font-medium text-sm">{props.title}</div>
      <div className="break-words text-muted text-sm">{props.detail}</div>
    </div>
    {props.action && <div className="shrink-0 max-md:[&>*]:h-11">{props.action}</div>}
  </li>
)
