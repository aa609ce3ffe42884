import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * An error message of the server; `7` stands for each part that is only known at run time.
 *
 * @typedef {{ file: string, sentence: string, code?: string }} Message
 * @typedef {{ file: string, expression: string }} Unextracted
 */

/**
 * The index of the message argument, by the function or class that makes the error.
 *
 * @type {Record<string, number>}
 */
const messageArgs = {
  ApiError: 2,
  badRequest: 0,
  forbidden: 0,
  notFound: 0,
  conflict: 0,
  invalid: 1,
  badQuery: 1,
  rejection: 0,
  FieldError: 0,
  configError: 1,
  fail: 1,
  'reader.list': 3,
  PackageError: 0,
  ManifestError: 1,
  OutboundError: 1,
}
/**
 * The index of the error code argument.
 *
 * @type {Record<string, number>}
 */
const codeArgs = { ApiError: 1, conflictError: 0 }
/** Errors that put the name of the field in front of the message themselves. */
const prefixedWithField = new Set(['ManifestError'])

const placeholder = '7'
/** Texts by code: their sentences are in `locales`, in every language. */
const textCode = /^[a-z][a-z0-9-]*\.[A-Z][A-Z0-9_]*$/
const fallbackOperators = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken])

/** @param {ts.Expression} callee */
const nameOf = (callee) =>
  ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : ''

/** By the name of the callee, or by `object.method` if the name alone is too common. @param {ts.Expression} callee */
function messageIndex(callee) {
  for (const name of [nameOf(callee), callee.getText()]) if (Object.hasOwn(messageArgs, name)) return messageArgs[name]
}

/**
 * The values of a file's constants and the return values of its functions, by name.
 *
 * @param {ts.SourceFile} source
 */
function valuesOf(source) {
  /** @type {Map<string, ts.Expression[]>} */
  const values = new Map()
  /** @param {ts.Node} node @param {string | undefined} inside */
  const visit = (node, inside) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      values.set(node.name.text, [node.initializer])
    }
    if (ts.isReturnStatement(node) && inside && node.expression) {
      values.set(inside, [...(values.get(inside) ?? []), node.expression])
    }
    const within = ts.isFunctionDeclaration(node) ? node.name?.text : ts.isFunctionLike(node) ? undefined : inside
    ts.forEachChild(node, (child) => visit(child, within))
  }
  visit(source, undefined)
  return values
}

/**
 * All strings in an object literal, at any depth.
 *
 * @param {ts.Expression} expression
 * @returns {string[]}
 */
function stringsIn(expression) {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (!ts.isObjectLiteralExpression(expression)) return []
  return expression.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? stringsIn(one.initializer) : []))
}

/** Every combination. @param {string[]} prefixes @param {string[]} suffixes */
const combine = (prefixes, suffixes) => prefixes.flatMap((prefix) => suffixes.map((suffix) => prefix + suffix))

/**
 * All strings an expression can evaluate to, as far as the source shows.
 *
 * @param {ts.Expression | undefined} expression
 * @param {ReturnType<typeof valuesOf>} values
 * @returns {string[]}
 */
function possibleStrings(expression, values) {
  if (!expression) return []
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) {
    return expression.templateSpans.reduce(
      (before, { expression: inner, literal }) => {
        const found = possibleStrings(inner, values)
        return combine(combine(before, found.length > 0 ? found : [placeholder]), [literal.text])
      },
      [expression.head.text],
    )
  }
  if (ts.isConditionalExpression(expression)) {
    return [...possibleStrings(expression.whenTrue, values), ...possibleStrings(expression.whenFalse, values)]
  }
  if (ts.isBinaryExpression(expression) && fallbackOperators.has(expression.operatorToken.kind))
    return [expression.left, expression.right].flatMap((one) => possibleStrings(one, values))
  if (ts.isArrowFunction(expression) && !ts.isBlock(expression.body)) return possibleStrings(expression.body, values)
  if (ts.isElementAccessExpression(expression)) {
    const [of] = expression.getText().split('[', 1)
    return (values.get(of ?? '') ?? []).flatMap(stringsIn)
  }
  if (!ts.isIdentifier(expression) && !ts.isCallExpression(expression)) return []
  const name = nameOf(ts.isCallExpression(expression) ? expression.expression : expression)
  const others = new Map([...values].filter(([known]) => known !== name))
  return (values.get(name) ?? []).flatMap((value) => possibleStrings(value, others))
}

/**
 * The error messages in a file, and the expressions from which none could be extracted.
 *
 * @param {string} path
 * @param {string} file the name to report
 * @returns {{ messages: Message[], unextracted: Unextracted[] }}
 */
export function extractMessages(path, file) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const values = valuesOf(source)
  /** @type {Message[]} */
  const messages = []
  /** @type {Unextracted[]} */
  const unextracted = []
  /** @param {ts.Expression | undefined} expression @param {string} maker @param {string} [code] */
  const add = (expression, maker, code) => {
    const strings = possibleStrings(expression, values)
    const found = strings.filter((each) => !textCode.test(each))
    const field = prefixedWithField.has(maker) ? `${placeholder} ` : ''
    if (found.length > 0)
      messages.push(...found.map((sentence) => ({ file, sentence: field + sentence, ...(code && { code }) })))
    else if (expression && strings.length === 0) unextracted.push({ file, expression: expression.getText() })
  }
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const maker = nameOf(node.expression)
      const codeIndex = Object.hasOwn(codeArgs, maker) ? codeArgs[maker] : undefined
      const code = codeIndex === undefined ? undefined : possibleStrings(node.arguments?.[codeIndex], values)?.[0]
      const index = messageIndex(node.expression) ?? (code === undefined ? undefined : 1)
      const isCoded = code !== undefined && textCode.test(code)
      if (index !== undefined && !isCoded) add(node.arguments?.[index], maker, code)
    }
    // A broken rule as a value: { rule: 'must …' } or { field, rule }.
    const isProperty = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
    if (isProperty && node.name.getText() === 'rule') {
      const rules = possibleStrings(ts.isPropertyAssignment(node) ? node.initializer : node.name, values)
      messages.push(...rules.filter((rule) => !textCode.test(rule)).map((sentence) => ({ file, sentence })))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { messages, unextracted }
}
