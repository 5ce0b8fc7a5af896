// English: the details of verdicts. English ones are the sentences of the verifier, as they are.

/**
 * For each sentence of the verifier, its translation. {0} is its first value, {1} its second one. A
 * detail without a translation is shown in English, and marked as such.
 * @type {Readonly<Record<string, string>>}
 */
export default {};
