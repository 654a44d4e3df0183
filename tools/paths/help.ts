export const HELP = `npm run paths -- <machine> [options]

Which paths
  --cover states|transitions|pairs|tours|requirements
                    to each state, through each transition (as it is without this), through every two transitions
                    in a row, few long walks through all, or each ruling once
  --to <state>      the shortest path to a state of the table or of the machine
  --through <event> paths through an event; with --to the shortest one that ends there
  --for <id>        every row of a ruling or of a section, e.g. D21; of all machines where none is named
  --shows <text>    the case that reaches a text of the specification, e.g. 'Email is required'; of all machines where none
                    is named
  --max-steps <n>   no path is longer
  --seed <n>        other paths of the same kind, the same for the same number

How
  --format text|gherkin|csv|json|playwright
                    csv has a row for each step and opens in a spreadsheet; tools for test cases import it;
                    playwright is a spec that runs against a started shop
  --run             walks the paths in a browser and leaves a report with a picture of each step
  --into <folder>   where the report goes (paths-report without this)
  --brief           pictures of what fails only, which takes half the time
  --headed          so that one can watch; --slow <ms> between two things that are done
  --url <address>   where the shop stands (http://localhost:3000 without this); also for playwright

A guide for who has never read the code: docs/paths.md
`;
