import { type ComponentType, createContext } from 'react'
import type { Choice, FieldDescription } from './describe-field.ts'

/** Path of a value in a configuration: member names and list indexes. */
export type FieldPath = readonly (string | number)[]

/** Props of a field. */
export interface FieldProps {
  readonly description: FieldDescription
  readonly label: string
  readonly value: unknown
  readonly path: FieldPath
  readonly onChange: (value: unknown) => void
}

/** State shared by all fields of a form. */
export interface FormState {
  /** the validation error of a touched field */
  errorAt(path: FieldPath): string | undefined
  touch(path: FieldPath): void
  /** the translation of a label or choice */
  textOf(key: string): string | undefined
  /** Renders one member. Part of the context because fields are nested, which would be an import cycle. */
  readonly Field: ComponentType<FieldProps>
  /** unique among the forms of the page */
  readonly id: string
}

export const FormContext = createContext<FormState>({
  errorAt: () => undefined,
  touch: () => {},
  textOf: () => undefined,
  Field: () => null,
  id: 'form',
})

export const pathKey = (path: FieldPath): string => path.join('.')

/** Display text of a choice. `label` is the label of the field as given by its schema. */
export const choiceText = ({ textOf }: FormState, label: string | undefined, choice: Choice): string =>
  (label === undefined ? undefined : textOf(`${label}.${choice}`)) ?? String(choice)
