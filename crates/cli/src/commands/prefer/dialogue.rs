//! The dialogue: aspire, look at what lies on the way, go there, aspire again.

use super::tell::tell;
use super::text;
use crate::args::Prefer;
use crate::exit::Exit;
use crate::say;
use equipoise::{Error, ErrorKind, Job, Result, Watch};
use equipoise_workbench::{
    AspireTexts, AtlasOptions, ExportOptions, PreferAnswer, SessionFile, build_atlas, is_atlas_file,
};
use std::io::BufRead;
use std::path::{Path, PathBuf};

/// What the measures are called unless the recipe or a flag says otherwise.
const USUAL: [&str; 2] = ["necd", "nwp"];

const HELP: &str = "\
  0.5 0.2     aspire to these numbers, in the order of the measures
  3           go to number 3 of those on the way; the next way begins there
  undo, redo  take the last step back, or do it again
  show        the session so far
  export      write the recipe that releases the node where you stand; `export NAME.toml` under another name
  normalize   divide the weights of columns by their sum, where they are neither equal nor sum to one
  help        this list
  quit        end; the session stays in its file
";

/// Holds the dialogue until the input ends. Every step is saved before the next question.
pub(super) fn hold(args: &Prefer, input: &mut dyn BufRead, watch: &dyn Watch) -> Result<Exit> {
    let mut talk = Talk::begin(args, watch)?;
    say::text(&talk.greeting())?;
    if !talk.aspire.aspire.is_empty()
        && let Err(error) = talk.take("again")
    {
        say::text(&format!("{}\n", say::error_text(&error)))?;
    }
    loop {
        say::text("> ")?;
        let mut line = String::new();
        let read = input
            .read_line(&mut line)
            .map_err(|e| Error::limit(format!("could not read what was typed: {}", e.kind())))?;
        let said = line.trim();
        if read == 0 || said == "quit" {
            if talk.session.path().exists() {
                say::text(&format!(
                    "\nThe session is in {}.\n",
                    talk.session.path().display()
                ))?;
            }
            return Ok(Exit::Done);
        }
        match talk.take(said) {
            Ok(()) => {}
            Err(error) => say::text(&format!("{}\n", say::error_text(&error)))?,
        }
        if watch.stopped() {
            return Ok(Exit::Limit);
        }
    }
}

/// Where the dialogue stands.
struct Talk<'a> {
    args: &'a Prefer,
    watch: &'a dyn Watch,
    session: SessionFile,
    aspire: AspireTexts,
    measures: [String; 2],
}

impl<'a> Talk<'a> {
    fn begin(args: &'a Prefer, watch: &'a dyn Watch) -> Result<Self> {
        let mut aspire = args.aspire();
        let measures = measures(args, &mut aspire)?;
        let source = args
            .source
            .as_deref()
            .map(|source| with_atlas(source, args, &measures, watch))
            .transpose()?;
        let path = match (&args.session, &source) {
            (Some(path), _) => path.clone(),
            (None, Some(atlas)) => atlas.with_extension("session.json"),
            (None, None) => {
                return Err(Error::usage(
                    "there is nothing to ask: name a recipe, an atlas or a session",
                ));
            }
        };
        let session = SessionFile::open_or_begin(&path, source.as_deref(), &args.options()?)?;
        Ok(Talk {
            args,
            watch,
            session,
            aspire,
            measures,
        })
    }

    fn greeting(&self) -> String {
        let [first, second] = &self.measures;
        format!(
            "What do you aspire to? Type two numbers: {first} and {second}. Smaller is better for both, and 0 is the best there is.\n\
             Each answer shows what lies on the way from where you stand. `help` lists what else can be typed.\n\
             The session is kept in {} (personal data: keep it to yourself).\n",
            self.session.path().display()
        )
    }

    /// Does what was typed.
    fn take(&mut self, said: &str) -> Result<()> {
        let words: Vec<&str> = said
            .split([' ', ',', ';'])
            .filter(|w| !w.is_empty())
            .collect();
        match words[..] {
            [] => Ok(()),
            ["help"] => say::text(HELP),
            ["undo"] => self
                .session
                .undo()
                .and_then(|what| say::text(&format!("Took back: {what}.\n"))),
            ["redo"] => self
                .session
                .redo()
                .and_then(|what| say::text(&format!("Did again: {what}.\n"))),
            ["show"] => say::text(&crate::commands::session::shown(&self.session)),
            ["export"] => self.export(None),
            ["export", path] => self.export(Some(PathBuf::from(path))),
            ["normalize"] => {
                self.aspire.normalize = true;
                if self.aspire.aspire.is_empty() {
                    say::text("Weights are divided by their sum.\n")
                } else {
                    self.prefer()
                }
            }
            ["again"] => self.prefer(),
            [number] if number.parse::<usize>().is_ok() => {
                let picked = self.session.pick_walked(number.parse().unwrap_or(0))?;
                say::text(&format!(
                    "You stand at {}.\n",
                    text::node(&self.session.show(), &picked)
                ))
            }
            [first, second] if [first, second].iter().all(|n| n.parse::<f64>().is_ok()) => {
                self.aspire.aspire = self
                    .measures
                    .iter()
                    .zip([first, second])
                    .map(|(m, n)| format!("{m}={n}"))
                    .collect();
                self.aspire.from.clear();
                self.prefer()
            }
            _ => Err(
                Error::usage(format!("`{said}` is none of what can be typed here"))
                    .hint("`help` lists it"),
            ),
        }
    }

    fn prefer(&mut self) -> Result<()> {
        let answer: PreferAnswer = self.session.prefer(
            &self.args.wishes(),
            &self.aspire,
            &self.args.options()?,
            self.watch,
        )?;
        if answer.preferred.is_none() {
            return tell(self.args, &answer, None);
        }
        say::text(&text::answer(&answer))
    }

    fn export(&mut self, output: Option<PathBuf>) -> Result<()> {
        let options = ExportOptions {
            output,
            ..ExportOptions::default()
        };
        let exported = self
            .session
            .export(&options, &self.args.options()?, self.watch)?;
        say::warnings(&exported.warnings);
        say::text(&format!(
            "recipe       {}\nrelease it:  {}\n",
            exported.recipe_path.display(),
            exported.command_line
        ))
    }
}

/// The measures that are talked about: of the flags, of the recipe, or the usual ones.
fn measures(args: &Prefer, aspire: &mut AspireTexts) -> Result<[String; 2]> {
    if let Some(source) = args.source.as_deref().filter(|_| aspire.aspire.is_empty())
        && !is_atlas_file(source)?
    {
        let job = Job::open(source)?;
        let of_recipe = job.recipe().preference.aspire.iter();
        aspire.aspire = of_recipe
            .map(|of| format!("{}={}", of.measure, of.value))
            .collect();
    }
    let named: Vec<String> = aspire
        .aspire
        .iter()
        .filter_map(|text| text.split_once('='))
        .map(|(name, _)| name.to_owned())
        .collect();
    Ok(<[String; 2]>::try_from(named).unwrap_or_else(|_| USUAL.map(str::to_owned)))
}

/// The atlas of a source, built where there is none: a session is held with one.
fn with_atlas(
    source: &Path,
    args: &Prefer,
    measures: &[String; 2],
    watch: &dyn Watch,
) -> Result<PathBuf> {
    if is_atlas_file(source)? {
        return Ok(source.to_owned());
    }
    let options = AtlasOptions {
        losses: equipoise_workbench::losses_among(measures),
        ..args.options()?.atlas
    };
    let job = Job::open(source)?;
    // One that is up to date is taken as it is; another one, which no flag can replace here, is
    // made anew.
    let info = match build_atlas(&job, &options, watch) {
        Err(error) if error.kind() == ErrorKind::Usage => build_atlas(
            &job,
            &AtlasOptions {
                force: true,
                ..options
            },
            watch,
        ),
        built => built,
    };
    Ok(info?.path)
}
