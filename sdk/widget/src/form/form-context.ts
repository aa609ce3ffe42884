import { type ComponentType, createContext } from 'react'
import type { Choice, FieldDescription } from './describe-field.ts'

/** A place in a configuration: names of members, and positions in lists. */
export type FieldPath = readonly (string | number)[]

/** What a field is given. */
export interface FieldProps {
  readonly description: FieldDescription
  readonly label: string
  readonly value: unknown
  readonly path: FieldPath
  readonly onChange: (value: unknown) => void
}

/** What all fields of one form share. */
export interface FormState {
  /** the problem at a place, once somebody was there */
  problemAt(path: FieldPath): string | undefined
  touch(path: FieldPath): void
  /** a label or a choice in the language of the user */
  textOf(key: string): string | undefined
  /** Shows one member; here, because fields contain fields. */
  readonly Field: ComponentType<FieldProps>
  /** unique among the forms of the page */
  readonly id: string
}

export const FormContext = createContext<FormState>({
  problemAt: () => undefined,
  touch: () => {},
  textOf: () => undefined,
  Field: () => null,
  id: 'form',
})

export const pathKey = (path: FieldPath): string => path.join('.')

/** What a choice is called; `label` is that of the field, as its schema gives it. */
export const choiceText = ({ textOf }: FormState, label: string | undefined, choice: Choice): string =>
  (label === undefined ? undefined : textOf(`${label}.${choice}`)) ?? String(choice)
