/** The strings that forms have a control of their own for. */
export type ControlKind = 'serverId' | 'monitorId' | 'metricPath' | 'color' | 'duration'

/** Member of a schema's metadata that names its control. */
export const control = 'svcControl'

/** What every control is given. */
export interface ControlProps {
  readonly id: string
  readonly value: unknown
  /** nothing may be chosen */
  readonly isOptional: boolean
  /** id of the text that says what is wrong */
  readonly describedBy: string | undefined
  /** undefined takes the member out */
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}
