// The closed patterns of claims, and of what makes a sentence none: negation, future, condition, wish, hedge, instruction.
// Clauses arrive in lower case without accents; every gap is bounded, so a long text costs linear time.
import type { ClaimKind, Language } from './claim.ts'

export interface Pattern {
  readonly kind: ClaimKind
  readonly language: Language
  readonly pattern: RegExp
}

/** Phrases with a negative word that say something good, replaced before the negation is looked for. */
export const goodNegatives: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:no|zero|0|without(?: any)?|free of) (?:\w+ ){0,2}?(?:errors?|failures?|failed|failing|warnings?|issues?|problems?|complaints?|regressions?)\b/g,
    'clean',
  ],
  [
    /\b(?:sin|cero|0|ningun|ninguna) (?:\w+ ){0,1}?(?:errores|error|fallos?|fallidos?|avisos?|advertencias?|problemas?|regresiones)\b/g,
    'limpio',
  ],
  [/\bno longer (?:fails?|crash(?:es)?|errors?|breaks?|happens?|occurs?|leaks?|hangs?)\b/g, 'is now fixed'],
  [/\bya no (?:falla|fallan|ocurre|se cuelga|da error|pierde)\b/g, 'queda corregido'],
  [/\bnot only\b/g, ''],
]

/** A clause with one of these claims nothing. */
export const hedges: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:not|never|no|none|nothing|cannot|can't|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't|couldn't|unable|unless|without|fail|fails|failed|failing|broken|pending|todo|remaining|should|shall|would|will|may|might|could|must|needs?|need to|have to|has to|if|whether|once|when|until|before|after|let's|let me|i'll|we'll|it'll|going to|plan to|want|wants|wanted|try|tries|trying|hope|hopefully|expect|expected|probably|likely|perhaps|maybe|seems?|appears?|i think|i believe|i guess|presumably|assume|assuming|ensure|make sure|verify that|check that|confirm that|please|remember to|be sure|in order to|so that|goal is|next step|almost|nearly|partially|some of|only|used to|previously|last week|yesterday)\b/,
  es: /\b(?:no|nunca|ningun|ninguna|ninguno|nada|sin|falla|fallan|fallo|fallaron|fallando|roto|rota|pendientes?|falta|faltan|deberia|deberian|podria|podrian|puede que|quiza|quizas|tal vez|probablemente|seguramente|parece|parecen|si|cuando|una vez|hasta|antes|despues|tras|para que|voy a|vamos a|va a|van a|hay que|tengo que|tiene que|tenemos que|debe|deben|espero|esperamos|creo|supongo|intenta|intentar|intento|intentare|asegurate|comprueba|verifica que|por favor|recuerda|objetivo|siguiente paso|casi|parcialmente|algunos|algunas|solo|solamente|ayer|pasaran|pasara|compilara|estara|estaran|funcionara|quedara|ejecutare|verificare|comprobare|revisare|creare|anadire|corregire|arreglare)\b/,
}

const gap = (words: number): string => String.raw`(?: [\w'/.,%()-]+){0,${words}}?`
const en = (kind: ClaimKind, source: string): Pattern => ({
  kind,
  language: 'en',
  pattern: new RegExp(String.raw`\b(?:${source})\b`),
})
const es = (kind: ClaimKind, source: string): Pattern => ({
  kind,
  language: 'es',
  pattern: new RegExp(String.raw`\b(?:${source})\b`),
})

const enTests = '(?:tests?|specs?|test suite|suite|test cases|ci|pipeline)'
const enTools =
  '(?:lint|linter|linting|eslint|clippy|ruff|biome|oxlint|prettier|rubocop|golangci-lint|formatting|formatter|format check)'
const enTypes = '(?:types?|type ?-?checks?|type ?-?checking|type ?-?checker|typescript|tsc|mypy|pyright)'
const esTests = '(?:pruebas?|tests?|suite|bateria de pruebas|casos de prueba|integracion continua)'
const esTools = '(?:lint|linter|eslint|clippy|ruff|biome|formato|formateador)'
const esTypes = '(?:tipos|comprobacion de tipos|verificacion de tipos|tsc|mypy|pyright)'

export const patterns: readonly Pattern[] = [
  en('tests', `${enTests}${gap(4)} (?:pass|passes|passed|passing|green|succeed|succeeds|succeeded|clean)`),
  en(
    'tests',
    String.raw`(?:\d+|all|every)(?: of \d+|/\d+)?(?: \w+){0,2} (?:tests? )?(?:pass|passed|passing|are green)`,
  ),
  en('tests', '(?:passes|passed|passing|pass) (?:all|every|the)(?: \\w+){0,3} tests?'),
  en(
    'tests',
    'all green|green across the board|(?:ran|re-?ran|executed)(?: \\w+){0,3} (?:tests?|suite)(?: \\w+){0,3} (?:successfully|clean)',
  ),
  en(
    'build',
    `builds?${gap(2)} (?:succeeds?|succeeded|passes|passed|green|clean|cleanly|successful|successfully|works|fine)`,
  ),
  en(
    'build',
    '(?:code|project|crate|package|app|application|library|binary|everything|it|workspace|site|module) (?:now )?(?:compiles|builds|compiled|built)(?: \\w+){0,3}',
  ),
  en('build', 'compiles (?:clean|cleanly|fine|successfully|now)|compilation (?:succeeds|succeeded|is clean|passed)'),
  en('lint', `${enTools}${gap(4)} (?:clean|passes|passed|pass|green|ok|happy|satisfied)`),
  en('lint', 'lint-clean|clean lint'),
  en('types', `${enTypes}${gap(3)} (?:clean|cleanly|passes|passed|pass|green|ok|happy|correct|check out)`),
  en(
    'coverage',
    String.raw`coverage${gap(5)} \d{1,3}(?:[.,]\d+)? ?%?|\d{1,3}(?:[.,]\d+)? ?%${gap(3)} coverage|coverage (?:target|threshold|goal|minimum) (?:is |was |has been )?(?:met|reached)`,
  ),
  en(
    'fixed',
    `(?:bug|issue|problem|error|crash|regression|leak|race|defect|test|failure|typo|deadlock)s?${gap(5)} (?:is|are|was|were|has been|have been|now)(?: now| also)? (?:fixed|resolved|solved|gone|corrected)`,
  ),
  en(
    'fixed',
    "(?:^|i |i've |i have |we |we've |and |successfully |also )(?:now )?(?:fixed|resolved|solved|corrected|repaired)(?: \\w+){1,4}",
  ),
  en(
    'fixed',
    'works now|now works|(?:is|are) working (?:now|again|correctly|as expected)|works as (?:expected|intended)|(?:is|are|it) now fixed|is now fixed',
  ),
  en(
    'verified',
    "(?:i|i've|i have|we|we've|we have|and|manually|also)(?: \\w+){0,2} (?:verified|confirmed|validated|double-checked|checked|tested)(?: \\w+){1,4}",
  ),
  en(
    'verified',
    '^(?:verified|confirmed|validated|double-checked|tested)(?: \\w+){1,4}|(?:has been|have been|was|were|been) (?:fully |thoroughly )?(?:verified|validated|confirmed|tested)',
  ),
  en(
    'done',
    '(?:everything|all|every|the|this)(?: \\w+){0,4} (?:criteria|criterion|requirements?|tasks?|steps?|work|items?|goals?|features?|implementation|migration|refactor|refactoring|changes|acceptance criteria|definition of done|it)?(?: \\w+){0,2} ?(?:is|are|has been|have been|was|were) (?:now )?(?:all )?(?:done|complete|completed|met|satisfied|finished|implemented|fulfilled)',
  ),
  en(
    'done',
    'everything is (?:now )?(?:done|complete|completed|finished|in place|ready)|all done|(?:task|work|implementation|goal) (?:is )?(?:complete|completed|done|finished)|^(?:done|completed|finished)(?:\\b|$)',
  ),
  en(
    'file',
    String.raw`(?:created|wrote|written|added|saved|generated|updated)(?: [\w'/-]+){0,4}? (?:code|[\w/-]+\.(?:[a-z]{1,5})|(?:a |the )?(?:\w+ ){0,2}file|readme|changelog)`,
  ),
  en(
    'file',
    String.raw`(?:file|code|readme|changelog|[\w/-]+\.[a-z]{1,5})(?: \w+){0,3} (?:has been|was|is|have been|were) (?:now )?(?:created|written|added|saved|generated|updated|in place)`,
  ),
  en(
    'data',
    `(?:totals?|sums?|sum total|row counts?|rows|figures|numbers|balances?|amounts?|invoices)${gap(4)} (?:match|matches|matched|add up|adds up|reconcile|reconciles|reconciled|tally|is correct|are correct|equals?|balance)`,
  ),
  en(
    'deployed',
    '(?:deployed|published|released|rolled out|shipped|merged)(?: \\w+){0,3} (?:to|on|in|as|into)(?: \\w+){1,3}|(?:has been|have been|was|were|is|are) (?:now )?(?:deployed|published|released|live|merged|shipped)',
  ),

  es(
    'tests',
    `${esTests}${gap(4)} (?:pasa|pasan|pasaron|pasado|pasando|en verde|verdes?|correctas?|correctos?|superadas?|superados?|exitosas?|limpio|ok)`,
  ),
  es(
    'tests',
    String.raw`(?:\d+|todas?|todos?)(?: \w+){0,3} (?:pasan|pasaron|han pasado|en verde)|(?:pasa|pasan|pasaron|han pasado|supera|superan)(?: \w+){0,3} (?:pruebas|tests)`,
  ),
  es(
    'build',
    '(?:proyecto|codigo|paquete|aplicacion|biblioteca|todo|build|compilacion|construccion|modulo)(?: \\w+){0,3} (?:compila|compilo|construye|se construye|termina|termino|funciona|correcta|exitosa|limpio|ok|pasa|paso)',
  ),
  es('build', 'compila (?:correctamente|bien|limpio|ya)|compilado correctamente'),
  es('lint', `${esTools}${gap(4)} (?:limpio|pasa|pasan|paso|ok|correcto|verde)`),
  es('types', `${esTypes}${gap(3)} (?:limpio|pasa|pasan|paso|ok|correctos?|correcta)`),
  es('coverage', String.raw`cobertura${gap(5)} \d{1,3}(?:[.,]\d+)? ?%?|\d{1,3}(?:[.,]\d+)? ?%${gap(3)} cobertura`),
  es(
    'fixed',
    '(?:error|fallo|bug|problema|defecto|incidencia|fuga|regresion)(?:e?s)?(?: \\w+){0,5} (?:esta|estan|queda|quedan|quedo|ha sido|han sido|fue|fueron)(?: ya)? (?:corregid[oa]s?|resuelt[oa]s?|arreglad[oa]s?|solucionad[oa]s?)',
  ),
  es(
    'fixed',
    '(?:^|he |hemos |ya |y |se ha |tambien )(?:corregi|arregle|solucione|resolvi|corregido|arreglado|solucionado|resuelto)(?: \\w+){1,4}|ya funciona|funciona (?:correctamente|ahora|bien)|ahora funciona|queda corregido',
  ),
  es(
    'verified',
    '(?:he|hemos|ha sido|han sido|se ha|se han|fue|y|tambien) (?:\\w+ )?(?:verificad[oa]s?|comprobad[oa]s?|confirmad[oa]s?|validad[oa]s?|revisad[oa]s?|probad[oa]s?)|^(?:verifique|comprobe|confirme|valide|verificado|comprobado|confirmado)(?: \\w+){1,4}',
  ),
  es(
    'done',
    '(?:todo|todos|todas|la tarea|el trabajo|el objetivo|la implementacion|la migracion|los criterios|los requisitos)(?: \\w+){0,4} (?:esta|estan|queda|quedan|quedo|se cumplen?|ha sido|han sido)(?: ya)?(?: (?:list[oa]s?|hech[oa]s?|terminad[oa]s?|completad[oa]s?|complet[oa]s?|cumplid[oa]s?|finalizad[oa]s?|implementad[oa]s?))?',
  ),
  es('done', '^(?:listo|hecho|terminado|completado|tarea completada)\\b|se cumplen todos'),
  es(
    'file',
    String.raw`(?:cree|creado|escribi|escrito|anadi|anadido|guarde|guardado|genere|generado|actualice|actualizado)(?: [\w'/-]+){0,4}? (?:code|[\w/-]+\.[a-z]{1,5}|(?:el |un )?(?:\w+ ){0,1}(?:archivo|fichero)|readme)`,
  ),
  es(
    'file',
    String.raw`(?:archivo|fichero|code|readme)(?: \w+){0,3} (?:ha sido|fue|esta|queda) (?:ya )?(?:cread[oa]|escrit[oa]|anadid[oa]|guardad[oa]|generad[oa]|actualizad[oa])`,
  ),
  es(
    'data',
    '(?:total|totales|suma|sumas|filas|cifras|importes|saldos?|facturas)(?: \\w+){0,4} (?:coinciden?|cuadran?|suman|es correct[oa]|son correct[oa]s)',
  ),
  es(
    'deployed',
    '(?:desplegad[oa]s?|publicad[oa]s?|lanzad[oa]s?|fusionad[oa]s?)(?: \\w+){0,3} (?:en|a)(?: \\w+){1,3}|(?:ha sido|han sido|fue|esta|estan) (?:ya )?(?:desplegad[oa]s?|publicad[oa]s?)',
  ),
]
