export const HELP = `npm run paths -- <machine> [options]

Which paths
  --all             of every machine
  --cover states|transitions|pairs|tours|requirements
                    to each state, through each transition (default), through every pair of consecutive transitions,
                    few long walks through everything, or each ruling once
  --to <state>      the shortest path to a state of the table or of the machine
  --through <event> paths through an event; with --to the shortest one that ends there
  --for <id>        every row of a ruling or a section, e.g. D21; of all machines if none is named
  --shows <text>    the case that reaches a text of the specification, e.g. 'Email is required'; of all machines if none
                    is named
  --since <revision> what changed since a git revision, in sentences, with the cases to run again; of all machines if
                    none is named; --format markdown for a comment, --into <folder> for a page with screens
  --from-run <file> the paths that a saved live run took (docs/flows.md), or all runs of a folder; of one machine if
                    it is named
  --max-steps <n>   longest path
  --seed <n>        selects other paths of the same quality; the same seed gives the same paths

How
  --format text|markdown|gherkin|csv|json|testrail|testrail-xml|xray|zephyr|playwright|playwright-bdd
                    testrail, xray and zephyr are import files of test management tools;
                    playwright is a spec, and playwright-bdd features with step definitions: both run against a started
                    shop
  --into <folder>   writes one file for each flow into a folder of their own
  --run             runs the paths in a browser and writes a report with a picture of each step that changes the page,
                    and beside it results.json, junit.xml and allure-results, into the folder of --into (default:
                    paths-report)
  --brief           takes pictures of failures only, which takes half the time
  --headed          shows the browser; --slow <ms> pauses between actions
  --by-hand         a person walks the paths: the command stages each one in a window, answers its calls and moves its
                    clock; a second window says what to do and asks what came of it; with --run
  --url <address>   address of the shop (default: http://localhost:3000); also for playwright and
                    playwright-bdd
  --results <file>  says which results of an earlier run (its results.json) still hold, and which cases ask for a new run

A guide without code: docs/paths.md
`;
