/** String types with a dedicated form control. */
export type ControlKind = 'serverId' | 'monitorId' | 'metricPath' | 'color' | 'duration'

/** Metadata key of a schema that selects its control. */
export const control = 'svcControl'

/** Props of every control. */
export interface ControlProps {
  readonly id: string
  readonly value: unknown
  /** may be left empty */
  readonly isOptional: boolean
  /** id of the element with the error message */
  readonly describedBy: string | undefined
  /** undefined removes the member */
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}
