export {
  type CodedText,
  codesIn,
  type Instant,
  isCodedText,
  isTextCode,
  type Param,
  type Params,
  type Quantity,
  type TextCode,
  text,
} from './coded-text.ts'
export { CodedTextSchema } from './coded-text-schema.ts'
export { flagAddress, flagEdition } from './flag-address.ts'
export { type Format, isDecimalSize, makeFormat, type Unit } from './format.ts'
export { labeledMessage, withoutLabel } from './labels.ts'
export { describeText, type Renderer, renderText, renderWith } from './render.ts'
