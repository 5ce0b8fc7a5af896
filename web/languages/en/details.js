// English: the details of verdicts. Most are the sentences of the verifier, as they are.

/**
 * For each sentence of the verifier, its translation. {0} is its first value, {1} its second one. A
 * detail without a translation is shown in English, and marked as such.
 * @type {Readonly<Record<string, string>>}
 */
export default {
  "a bot plays on {}, and did not make this move": "a bot plays for {0}, and did not make this move",
  "no bot plays on {}": "no bot plays for {0}",
  "on {} plays the bot {}": "the bot {1} plays for {0}",
};
